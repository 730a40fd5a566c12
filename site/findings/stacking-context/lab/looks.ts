/** What a box looks like: its name on a coloured card, in the browser's own drawing and in the layers beside it. */

/** Light in either scheme, so that dark words can be read on all of them. */
const COLOURS = [
  ['#f2d7a6', '#b98f3f'],
  ['#f3a7a7', '#c04f4f'],
  ['#a9d3ea', '#4b8fb4'],
  ['#bfe0b4', '#6a9f5b'],
  ['#d9c2ec', '#9168b5'],
  ['#f6c9df', '#bb6a92'],
] as const;

/** A box's fill and edge. */
export const colourOf = (index: number): readonly [fill: string, edge: string] => COLOURS[index % COLOURS.length]!;

/** The side of the square that every box fills, as its card is drawn. */
const SIDE = 200;

interface Card {
  x: number;
  y: number;
  wide: number;
  high: number;
}

/** The cards of the published case. Turned by 45°, the banner is the ribbon across a corner that it was. */
const CARDS: Readonly<Record<string, Card>> = {
  card: { x: 0, y: 0, wide: 200, high: 200 },
  banner: { x: 4, y: 76, wide: 192, high: 48 },
  image: { x: 16, y: 30, wide: 168, high: 150 },
  header: { x: 0, y: 84, wide: 200, high: 44 },
};

/** Where a box's card lies in its square: all of them cover the middle. */
function cardOf(name: string, index: number, count: number): Card {
  const step = Math.floor((index * 80) / Math.max(1, count - 1));
  return CARDS[name] ?? { x: step, y: step, wide: 120, high: 120 };
}

const WORD = 'font-family="system-ui,sans-serif" font-size="15" fill="#15202f"';
/** Hills, so that an image is told from a card at a glance. */
const HILLS =
  '<path d="M17 165l48-62 30 38 34-60 54 84v14H17z" fill="#15202f" opacity=".2"/><circle cx="56" cy="72" r="13" fill="#fff" opacity=".8"/>';

/** A box's card, as an address for its background: what a background draws moves nothing. */
export function cardImage(name: string, index: number, count: number): string {
  const [fill, edge] = colourOf(index);
  const { x, y, wide, high } = cardOf(name, index, count);
  const inMiddle = name === 'banner' || name === 'header';
  const text = inMiddle
    ? `<text x="${SIDE / 2}" y="${y + high / 2 + 5}" text-anchor="middle" font-weight="700" ${WORD}>${name}</text>`
    : `<text x="${x + 8}" y="${y + 19}" ${WORD}>${name}</text>`;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}">` +
    `<rect x="${x + 0.5}" y="${y + 0.5}" width="${wide - 1}" height="${high - 1}" fill="${fill}" stroke="${edge}"/>` +
    `${name === 'image' ? HILLS : ''}${text}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg).replaceAll("'", '%27')}`;
}
