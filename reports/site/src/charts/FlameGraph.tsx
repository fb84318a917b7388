import { useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { portion, useInTurn } from '../app/in-turn.ts';
import { usePrinting } from '../app/printing.ts';
import type { Flame, FlameNode } from '../data/why.ts';
import { count, number, signed } from '../text/format.ts';
import { boxesOf, callersOf, type FlameBox, found, neighbour, outerOf, shadeOf } from './flame-model.ts';
import './flame.css';

const rowHeight = 1.5;

/** Narrower boxes have no room for a letter. */
const narrowestText = 0.012;

/** Boxes of a picture that is drawn in one go. Of a larger one the outer rows come first, and the others a moment later. */
const fewBoxes = 200;

/** Where both sides spend their time: callers above what they call, coloured by the difference. Arrow keys walk, Enter opens a box, Escape shows all. */
export function FlameGraph({ flame, label }: { flame: Flame; label: string }) {
  const id = useId();
  const [top, setTop] = useState(0);
  const [active, setActive] = useState(0);
  const [text, setText] = useState('');
  const isOpened = useRef(false);
  const boxes = useMemo(() => boxesOf(flame, top), [flame, top]);
  const hits = useMemo(() => found(flame, text), [flame, text]);
  const callers = callersOf(flame, top).length;
  const isAtOnce = usePrinting() || boxes.length <= fewBoxes;
  const { host: picture, shown } = useInTurn<readonly FlameBox[], HTMLDivElement>(boxes, { isAtOnce, weight: portion });
  const drawn = useMemo(() => (shown === boxes ? boxes : outerOf(boxes, fewBoxes, callers)), [shown, boxes, callers]);
  const rows = boxes.reduce((most, box) => Math.max(most, box.row), 0) + 1;

  const focus = (node: number) => picture.current?.querySelector<HTMLElement>(`[data-node="${node}"]`)?.focus();
  const open = (node: number) => {
    isOpened.current = true;
    setTop(node);
    setActive(node);
  };
  // The box that had the focus may be gone. Nothing takes the focus before somebody opens a box.
  useLayoutEffect(() => {
    if (!isOpened.current) return;
    if (document.activeElement === document.body || picture.current?.contains(document.activeElement)) focus(active);
  }, [top]);
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || event.key === ' ') open(active);
    else if (event.key === 'Escape') open(0);
    else {
      const next = neighbour(flame, boxes, active, event.key);
      if (next === null) return;
      setActive(next);
      focus(next);
    }
    event.preventDefault();
  };

  return (
    <>
      <div class="choices">
        <div class="choice">
          <label for={id}>Search methods of the picture</label>
          <input id={id} type="search" value={text} onInput={event => setText(event.currentTarget.value)} />
        </div>
        <button type="button" onClick={() => open(0)}>
          Show all
        </button>
      </div>
      <p role="status" class="said">
        {text.trim() === '' ? '' : `${count(hits.size, 'box', 'boxes')} with “${text.trim()}”, outlined`}
      </p>
      <p class="context">{describe(flame, active)}</p>
      <div class="scroll whole">
        <div ref={picture} class="flame" role="tree" aria-label={label} style={{ height: `${rows * rowHeight}rem` }} onKeyDown={onKey}>
          {drawn.map(box => (
            <Box
              key={box.node}
              flame={flame}
              box={box}
              isCaller={box.row < callers}
              isHit={hits.has(box.node)}
              isActive={box.node === active}
              onFocus={() => setActive(box.node)}
              onOpen={() => open(box.node)}
            />
          ))}
        </div>
      </div>
    </>
  );
}

interface BoxProps {
  readonly flame: Flame;
  readonly box: FlameBox;
  readonly isCaller: boolean;
  readonly isHit: boolean;
  readonly isActive: boolean;
  readonly onFocus: () => void;
  readonly onOpen: () => void;
}

function Box({ flame, box, isCaller, isHit, isActive, onFocus, onOpen }: BoxProps) {
  const node = flame.nodes[box.node] as FlameNode;
  const shade = shadeOf(node, flame.nodes[0] as FlameNode);
  const words = useMemo(() => describe(flame, box.node), [flame, box.node]);
  const kind = isCaller ? ' caller' : shade === 0 ? '' : ` ${shade > 0 ? 'worse' : 'better'}-${Math.abs(shade)}`;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree around it listens to the keys
    <div
      class={`flame-box${kind}${isHit ? ' hit' : ''}`}
      role="treeitem"
      aria-level={box.row + 1}
      aria-selected={isActive}
      aria-label={words}
      data-node={box.node}
      tabIndex={isActive ? 0 : -1}
      title={words}
      style={{ left: `${100 * box.left}%`, width: `${100 * box.width}%`, top: `${box.row * rowHeight}rem` }}
      onFocus={onFocus}
      onClick={onOpen}
    >
      {box.width >= narrowestText && `${flame.names[node.name]}${shade === 0 ? '' : ` ${signed(node.head - node.base, 2)}`}`}
    </div>
  );
}

/** A box in words, those that stand in it first. */
function describe({ names, nodes }: Flame, index: number): string {
  const node = nodes[index];
  if (node === undefined) return '';
  return `${names[node.name]} ${signed(node.head - node.base, 2)} µs a request: base ${number(node.base, 2)} µs, head ${number(node.head, 2)} µs`;
}
