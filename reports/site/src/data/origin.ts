import type { RunDocument, Variant } from './run-document.ts';
import { workflowRunOf } from './workflow-run.ts';

/** What another tool kept of a run besides values, as text (RunOrigin of the history); any part may be missing. */
export interface Origin {
  readonly commit?: {
    readonly message?: string | null;
    readonly timestamp?: string | null;
    readonly url?: string | null;
    readonly author?: OriginPerson | null;
    readonly committer?: OriginPerson | null;
  } | null;
  readonly entries?: readonly { readonly suite: string; readonly tool: string; readonly date: string }[] | null;
  /** Texts beside the values of a metric, by variant. */
  readonly texts?: Readonly<Record<string, OriginTexts>> | null;
}

interface OriginPerson {
  readonly name?: string | null;
  readonly username?: string | null;
}

interface OriginTexts {
  readonly range?: readonly (string | null)[] | null;
  readonly extra?: readonly (string | null)[] | null;
}

/** Where a run comes from, in one line: a name between words. */
export interface Source {
  readonly before: string;
  readonly name: string;
  /** What the name links to; null when nobody knows a safe address. */
  readonly address: string | null;
  readonly after: string;
}

/** Which workflow run measured a run, or which tool it was taken over from; null for a run of somebody's machine. */
export function sourceOf(run: RunDocument): Source | null {
  const workflow = workflowRunOf(run);
  if (workflow !== null) return { before: 'From ', name: workflow.name, address: workflow.address, after: '' };
  if (typeof run.imported !== 'string') return null;
  const commit = run.origin?.commit;
  const author = personOf(commit?.author);
  const message = textOf(commit?.message)?.split('\n')[0] ?? null;
  return {
    before: `Imported from ${run.imported}, `,
    name: `commit ${run.source.sha?.slice(0, 8) ?? 'unknown'}`,
    address: safeAddress(commit?.url),
    after: `${author === null ? '' : ` by ${author}`}${message === null ? '' : `: ${message}`}`,
  };
}

/** A text beside a value. */
export interface ValueText {
  readonly variant: string;
  readonly metric: string;
  readonly range: string | null;
  readonly extra: string | null;
}

/** The texts that another tool had beside its values. */
export const valueTexts = (origin: Origin, variants: readonly Variant[]): ValueText[] =>
  Object.entries(origin.texts ?? {}).flatMap(([metric, texts]) =>
    variants
      .map(({ id }, i) => ({ variant: id, metric, range: textOf(texts?.range?.[i]), extra: textOf(texts?.extra?.[i]) }))
      .filter(({ range, extra }) => range !== null || extra !== null),
  );

/** A person in words; null when nothing is known. The mail address stays in the file. */
export function personOf(person: OriginPerson | null | undefined): string | null {
  const [name, username] = [textOf(person?.name), textOf(person?.username)];
  return name !== null && username !== null && name !== username ? `${name} (${username})` : (name ?? username);
}

export const textOf = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null);

/** Only an https address becomes a link: a text from elsewhere could name a script instead. */
export const safeAddress = (address: unknown): string | null =>
  typeof address === 'string' && address.startsWith('https://') ? address : null;
