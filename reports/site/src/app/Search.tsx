import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { RunEntry } from '../data/history-files.ts';
import type { Cell } from '../data/run-document.ts';
import type { Store } from '../data/store.ts';
import { useApp } from './context.ts';
import { type SearchItem, search, searchItems } from './search-items.ts';

/** The search box: a combobox with a list of links, open while somebody is in it. The key / reaches it from anywhere. */
export function Search() {
  const { store, route } = useApp();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [items, setItems] = useState<readonly SearchItem[] | null>(null);
  const [active, setActive] = useState(0);
  const [isWanted, setIsWanted] = useState(false);
  useSlashKey(input);
  const open = isWanted && text.trim() !== '' && items !== null;
  const found = open ? search(items, text) : [];
  useEffect(() => setIsWanted(false), [route]);
  useLayoutEffect(() => {
    if (open) document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [open, active, id]);

  const load = () => {
    if (items === null) loadItems(store).then(setItems, () => setItems([]));
  };
  const go = (item: SearchItem | undefined) => {
    if (item === undefined) return;
    location.hash = item.link;
    setText('');
    input.current?.blur();
  };
  const onKey = (event: KeyboardEvent) => {
    // Closed before the focus moves, which would stop in a list that scrolls.
    if (event.key === 'Tab') return setIsWanted(false);
    if (event.key === 'ArrowDown' && !open) setIsWanted(true);
    else if (event.key === 'ArrowDown') setActive(Math.min(active + 1, found.length - 1));
    else if (event.key === 'ArrowUp') setActive(Math.max(active - 1, 0));
    else if (event.key === 'Enter') go(found[active]);
    else if (event.key === 'Escape') setText('');
    else return;
    event.preventDefault();
  };

  return (
    <search class="search">
      <label for={id} class="visually-hidden">
        Search scenarios, runtimes, cells and commits
      </label>
      <input
        ref={input}
        id={id}
        type="search"
        list={undefined}
        // biome-ignore lint/a11y/noRedundantRoles: an input without a list attribute is a searchbox, not a combobox
        role="combobox"
        aria-expanded={open}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={open && found.length > 0 ? `${id}-${active}` : undefined}
        placeholder="Search ( / )"
        autocomplete="off"
        value={text}
        onFocus={load}
        onBlur={() => setIsWanted(false)}
        onKeyDown={onKey}
        onInput={event => {
          load();
          setActive(0);
          setIsWanted(true);
          setText(event.currentTarget.value);
        }}
      />
      <div id={`${id}-list`} role="listbox" aria-label="Found" class="found" hidden={!open}>
        {found.map((item, i) => (
          <div
            key={item.link + item.text}
            id={`${id}-${i}`}
            role="option"
            tabIndex={-1}
            aria-selected={i === active}
            onMouseDown={event => {
              event.preventDefault();
              go(item);
            }}
          >
            <span class="kind">{item.kind}</span> {item.text}
          </div>
        ))}
        {open && found.length === 0 && (
          <div role="option" aria-selected="false" aria-disabled="true" tabIndex={-1}>
            Nothing found
          </div>
        )}
      </div>
    </search>
  );
}

function useSlashKey(input: { readonly current: HTMLInputElement | null }): void {
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof HTMLElement && event.target.closest('input, select, textarea')) return;
      event.preventDefault();
      input.current?.focus();
    };
    addEventListener('keydown', focus);
    return () => removeEventListener('keydown', focus);
  }, [input]);
}

async function loadItems(store: Store): Promise<SearchItem[]> {
  if (!store.hasHistory)
    return searchItems(
      (await store.run(null)).document.variants.map(variant => variant.cell),
      [],
      false,
    );
  // Runs can be found without the catalogue, too.
  const [index, catalogue] = await Promise.all([store.index(), store.catalogue().catch(() => null)]);
  const chunks = Array.from({ length: index.chunks }, (_, chunk) => chunk);
  const runs: RunEntry[] = (await store.runList(chunks)).runs;
  const cells: Cell[] = (catalogue?.cells ?? []).map(cell => ({ ...cell, runtimeVersion: null }));
  return searchItems(cells, runs, true);
}
