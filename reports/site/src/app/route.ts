/** The whole state of the page is in the part of the address behind the #: the view and its parameters. */
export interface Route {
  readonly view: string;
  readonly query: Query;
}

/** Parameters of a view. An empty value is no value. */
export class Query {
  constructor(private readonly params: URLSearchParams) {}

  get(name: string): string | null {
    return this.params.get(name) || null;
  }

  /** The value when it is one of those allowed, else the fallback. */
  oneOf<T extends string>(name: string, allowed: readonly T[], fallback: T): T {
    const value = this.get(name) as T | null;
    return value !== null && allowed.includes(value) ? value : fallback;
  }

  /** A list, as `listOf` writes it. */
  list(name: string): string[] {
    return (
      this.get(name)
        ?.match(/(\\[\\,]|[^,])+/g)
        ?.map(item => item.replace(/\\([\\,])/g, '$1')) ?? []
    );
  }

  /** The same parameters with some changed; null takes one out. */
  with(changes: Readonly<Record<string, string | null>>): Record<string, string | null> {
    return { ...Object.fromEntries(this.params), ...changes };
  }
}

/** Reads a route from the address's hash. */
export function parseRoute(hash: string): Route {
  const text = hash.replace(/^#\/?/, '');
  const mark = text.indexOf('?');
  const [view, query] = mark < 0 ? [text, ''] : [text.slice(0, mark), text.slice(mark + 1)];
  return { view, query: new Query(new URLSearchParams(query)) };
}

/** A list as a parameter: a comma between two items, a backslash before a comma or backslash of one. CommentLinks writes the same. */
export const listOf = (items: readonly string[]) => items.map(item => item.replace(/[\\,]/g, '\\$&')).join(',');

/** The address of a view. Slashes and commas stay readable. */
export function href(view: string, params: Readonly<Record<string, string | null | undefined>> = {}): string {
  const parts = Object.entries(params).flatMap(([name, value]) => (value ? [`${encoded(name)}=${encoded(value)}`] : []));
  return `#/${view}${parts.length === 0 ? '' : `?${parts.join('&')}`}`;
}

/** Text that an address has as it is: that of most cells and metrics. */
const plain = /^[\w.*/,@:-]*$/;

/** As forms write it. To ask for that costs more than all else of a link, and a screen has hundreds of links. */
function encoded(text: string): string {
  if (plain.test(text)) return text;
  const [, written = ''] = new URLSearchParams({ '': text }).toString().split('=');
  return written.replaceAll('%2F', '/').replaceAll('%2C', ',').replaceAll('%40', '@').replaceAll('%3A', ':');
}
