/**
 * The picture of a search: a column for each number of moves, with the states that are first reached by so many; the line up to which
 * the search looks; and the counterexample, as far as it has been played.
 */
import { escapeText, px } from '@/kit/chart/grammar';
import { ownPoints, type OwnPoint, type OwnPoints } from '@/kit/chart/own-points';
import { NARROW } from '@/kit/lab/sizes';
import { isJugs, type PuzzleName } from './state';
import type { Explored } from './tasks';

export interface Layout {
  width: number;
  height: number;
  narrow: boolean;
  /** How many moves lead to the last column. */
  last: number;
  /** Between two columns, in pixels. */
  pitch: number;
  /** Between two states of the fullest column, in pixels. */
  rise: number;
}

/** Above the states stand the numbers of moves, in pixels. */
const HEAD = 34;
/** How much narrower than a full one the last half column is: the line may stand behind it. */
const EDGE = 8;

/** How many states each column has, from no moves on. */
export function layersOf({ depths }: Pick<Explored, 'depths'>): number[] {
  const layers: number[] = [];
  for (const depth of depths) layers[depth] = (layers[depth] ?? 0) + 1;
  return layers;
}

export function layoutLayers(explored: Explored, { width, height }: { width: number; height: number }): Layout {
  const layers = layersOf(explored);
  // A puzzle that ends where it begins still has room for a second column, so that the line can stand between them.
  const last = Math.max(layers.length - 1, 2);
  return {
    width,
    height,
    narrow: width < NARROW,
    last,
    pitch: (width - EDGE) / (last + 1),
    rise: (height - HEAD) / Math.max(3, ...layers),
  };
}

/** The middle of a column. */
const columnX = ({ pitch }: Layout, depth: number): number => (depth + 0.5) * pitch;

/** Where the line stands: behind the column of the last moves that are looked at; null behind the picture's end. */
export const boundX = (layout: Layout, depth: number): number | null =>
  depth > layout.last ? null : (depth + 1) * layout.pitch;

/** The number of moves at which a line at `x` stands. */
export const depthAt = ({ pitch, last }: Layout, x: number): number =>
  Math.min(last, Math.max(1, Math.round(x / pitch) - 1));

/** Where each state stands. */
function placesOf({ depths }: Explored, layout: Layout): { x: number; y: number }[] {
  const layers = layersOf({ depths });
  const seen: number[] = [];
  return Array.from(depths, (depth) => {
    const row = seen[depth] ?? 0;
    seen[depth] = row + 1;
    const free = (layout.height - HEAD - (layers[depth] ?? 1) * layout.rise) / 2;
    return { x: columnX(layout, depth), y: HEAD + free + (row + 0.5) * layout.rise };
  });
}

/** A state in a few characters: `4·3`, or who is still on the first bank. */
export function stateLabel(puzzle: PuzzleName, fields: readonly number[]): string {
  if (isJugs(puzzle)) return fields.join('·');
  const first = fields.flatMap((far, index) => (far === 0 ? [PASSENGERS[index]!] : []));
  const second = fields.flatMap((far, index) => (far === 1 ? [PASSENGERS[index]!] : []));
  return `${first.join('') || '–'} | ${second.join('') || '–'}`;
}

/** The farmer and his passengers, in the order of a state's fields. */
const PASSENGERS = ['f', 'w', 'g', 'c'] as const;

/** A state's fields. */
export const fieldsOf = ({ values, width }: Pick<Explored, 'values' | 'width'>, state: number): number[] => [
  ...values.subarray(state * width, (state + 1) * width),
];

function drawJugs(fields: readonly number[], capacities: readonly number[], x: number, y: number, narrow: boolean) {
  const [unit, wide, gap] = narrow ? [6, 12, 3] : [9, 19, 5];
  const tallest = Math.max(...capacities) * unit;
  const foot = y + tallest / 2 - (narrow ? 4 : 5);
  const from = x - (capacities.length * (wide + gap) - gap) / 2;
  return capacities
    .map((capacity, jug) => {
      const left = from + jug * (wide + gap);
      const water = fields[jug]! * unit;
      return (
        (water > 0
          ? `<path class="mt-ld-water" d="M${px(left)},${px(foot)}v${px(-water)}h${px(wide)}v${px(water)}z"/>`
          : '') +
        `<path class="mt-ld-jug" d="M${px(left)},${px(foot - capacity * unit)}V${px(foot)}h${px(wide)}v${px(-capacity * unit)}"/>`
      );
    })
    .join('');
}

function drawBanks(fields: readonly number[], x: number, y: number, narrow: boolean) {
  const half = narrow ? 17 : 26;
  const side = (far: number) =>
    fields.flatMap((one, index) => (one === far ? [PASSENGERS[index]!] : [])).join('') || '–';
  return (
    `<path class="mt-ld-river" d="M${px(x - half)},${px(y)}h${px(half * 2)}"/>` +
    `<text class="mt-ld-bank" x="${px(x)}" y="${px(y - 6)}" text-anchor="middle">${side(0)}</text>` +
    `<text class="mt-ld-bank" x="${px(x)}" y="${px(y + 15)}" text-anchor="middle">${side(1)}</text>`
  );
}

/** Notes on each state for readers, column by column. */
function readStates(puzzle: PuzzleName, explored: Explored, layout: Layout): OwnPoints {
  const columns: OwnPoint[][] = [];
  placesOf(explored, layout).forEach(({ x, y }, state) => {
    const moves = explored.depths[state]!;
    const label = stateLabel(puzzle, fieldsOf(explored, state));
    const goal = explored.goals[state] === 1 ? 'has the goal' : '';
    (columns[moves] ??= []).push({ x, y, cells: [String(moves), label, goal] });
  });
  const marks = columns.map((points) => ({ figure: 'live', points }) as const);
  return ownPoints(['Fewest moves', 'State', ''], marks, true);
}

/** `step`: how many moves of the counterexample have been played. */
export function drawLayers(
  puzzle: PuzzleName,
  depth: number,
  explored: Explored,
  step: number,
  layout: Layout,
): string {
  const { width, height, last, narrow } = layout;
  const { path, parents, goals, depths } = explored;
  const places = placesOf(explored, layout);
  const played = new Set(path.subarray(0, step + 1));
  const onPath = new Set(path);
  const link = (from: number, to: number) => {
    const [a, b] = [places[from]!, places[to]!];
    return `M${px(a.x)},${px(a.y)}L${px(b.x)},${px(b.y)}`;
  };
  const tree = [...parents].flatMap((parent, state) => (parent === state ? [] : [link(parent, state)])).join('');
  const walked = [...path.subarray(0, step + 1)].flatMap((to, at, all) => (at === 0 ? [] : [link(all[at - 1]!, to)]));
  const half = narrow ? { x: layout.pitch / 2 - 2, y: 27 } : { x: Math.min(42, layout.pitch / 2 - 4), y: 37 };
  const states = places.map(({ x, y }, state) => {
    const looked = depths[state]! <= depth;
    const classes = [
      'mt-ld-state',
      ...(looked ? [] : ['mt-ld-unseen']),
      ...(goals[state] === 1 ? ['mt-ld-goal'] : []),
      ...(played.has(state) ? ['mt-ld-played'] : onPath.has(state) ? ['mt-ld-found'] : []),
    ];
    const fields = fieldsOf(explored, state);
    const label = stateLabel(puzzle, fields);
    const inside = isJugs(puzzle)
      ? drawJugs(fields, explored.capacities, x, y, narrow)
      : drawBanks(fields, x, y, narrow);
    const written = isJugs(puzzle)
      ? `<text x="${px(x)}" y="${px(y + half.y - 4)}" text-anchor="middle">${label}</text>`
      : '';
    return (
      `<g class="${classes.join(' ')}"><rect x="${px(x - half.x)}" y="${px(y - half.y)}" width="${px(half.x * 2)}" ` +
      `height="${px(half.y * 2)}" rx="4"/>${inside}${written}</g>`
    );
  });
  const read = readStates(puzzle, explored, layout);
  const at = boundX(layout, depth);
  const heads = Array.from({ length: last + 1 }, (_, moves) => {
    const words = moves === 0 && !narrow ? 'start' : moves === 1 && !narrow ? '1 move' : String(moves);
    return `<text class="mt-tick" x="${px(columnX(layout, moves))}" y="13" text-anchor="middle">${words}</text>`;
  });
  const bound =
    at === null
      ? ''
      : `<path class="mt-ld-beyond" d="M${px(at)},20H${px(width)}V${px(height)}H${px(at)}z"/>` +
        `<path class="mt-ld-bound" d="M${px(at)},2V${px(height)}"/>`;
  return [
    `<svg class="mt-chart mt-ld-layers" viewBox="0 0 ${px(width)} ${px(height)}" width="${px(width)}" height="${px(height)}" role="img" aria-label="${escapeText(layersName(explored, depth))}"${read.attributes}>`,
    bound,
    ...heads,
    `<path class="mt-ld-tree" d="${tree}"/>`,
    `<path class="mt-ld-walked" d="${walked.join('')}"/>`,
    ...states,
    read.marks,
    '</svg>',
  ].join('');
}

/** The picture in words. */
export function layersName(explored: Explored, depth: number): string {
  const layers = layersOf(explored);
  const counts = layers.map((count, moves) => `${count} after ${moves}`).join(', ');
  const found =
    explored.path.length === 0
      ? 'None of the states that were looked at has the goal.'
      : `A line through the columns leads to the goal in ${explored.path.length - 1} moves.`;
  return `States by the fewest moves that reach them: ${counts}. The search looks at ${depth} moves at most. ${found}`;
}
