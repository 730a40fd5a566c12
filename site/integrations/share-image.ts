/** Share images: pictures for links to a page on other sites. 1200 x 630 pixels, drawn at build time. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Resvg } from '@resvg/resvg-js';
import satori from 'satori';
import subsetFont from 'subset-font';

export const WIDTH = 1200;
export const HEIGHT = 630;

/** Texts of an image. */
export interface ShareImage {
  title: string;
  /** The finding's figure, as text, with the words after it. */
  figure?: { value: string; then: string };
}

const colours = {
  paper: '#faf9f5',
  ink: '#15202f',
  soft: '#4b5767',
  tick: '#7a828d',
  measured: '#1a5fb0',
  live: '#b54a06',
};

/** One static instance of a variable font from the packages; satori reads TrueType. */
async function face(file: string, axes: Record<string, number>): Promise<Buffer> {
  const path = createRequire(import.meta.url).resolve(`@fontsource-variable/${file}`);
  const text =
    Array.from({ length: 0x17f - 0x20 }, (_, index) => String.fromCodePoint(0x20 + index)).join('') + '‘’“”–—…−×';
  return subsetFont(await readFile(path), text, { targetFormat: 'truetype', variationAxes: axes });
}

let faces: Promise<{ name: string; data: Buffer; weight: 400 | 600; style: 'normal' }[]> | undefined;

const loadFaces = () =>
  (faces ??= Promise.all([
    face('source-serif-4/files/source-serif-4-latin-opsz-normal.woff2', { opsz: 60, wght: 560 }),
    face('source-serif-4/files/source-serif-4-latin-wght-normal.woff2', { wght: 400 }),
  ]).then(([display, text]) => [
    { name: 'Display', data: display, weight: 600, style: 'normal' },
    { name: 'Text', data: text, weight: 400, style: 'normal' },
  ]));

type Style = Record<string, string | number>;
interface Element {
  type: string;
  key: null;
  props: Record<string, unknown>;
}
const box = (style: Style, ...children: (Element | string)[]): Element => ({
  type: 'div',
  key: null,
  props: { style: { display: 'flex', ...style }, children },
});
const picture = (width: number, height: number, ...children: Element[]): Element => ({
  type: 'svg',
  key: null,
  props: { width, height, viewBox: `0 0 ${width} ${height}`, children },
});
const shape = (type: 'path' | 'circle', props: Record<string, string | number>): Element => ({
  type,
  key: null,
  props,
});

/** A ruler across the image: a tick every 12 pixels, a long one every 60. */
function ruler(): Element {
  const ticks = Array.from({ length: WIDTH / 12 + 1 }, (_, index) => {
    const height = index % 5 === 0 ? 34 : 17;
    return `M${index * 12 + 1} 44V${44 - height}`;
  });
  return picture(
    WIDTH,
    44,
    shape('path', { d: ticks.join(''), stroke: colours.tick, 'stroke-width': 2, fill: 'none' }),
    shape('path', { d: 'M481 44V0', stroke: colours.measured, 'stroke-width': 7 }),
    shape('path', { d: 'M721 44V0', stroke: colours.live, 'stroke-width': 7 }),
  );
}

/** The mark of a measured figure: a filled circle on its interval. */
const measuredMark = () =>
  picture(
    56,
    120,
    shape('path', { d: 'M28 8V112M12 8H44M12 112H44', stroke: colours.measured, 'stroke-width': 5, fill: 'none' }),
    shape('circle', { cx: 28, cy: 60, r: 20, fill: colours.measured }),
  );

/** Draws the image as PNG. */
export async function drawShareImage({ title, figure }: ShareImage): Promise<Uint8Array> {
  const figureLine = figure && [
    box(
      { alignItems: 'center' },
      measuredMark(),
      box(
        { marginLeft: 22, fontFamily: 'Display', fontSize: 168, color: colours.measured, letterSpacing: -4 },
        figure.value,
      ),
      box(
        {
          marginLeft: 30,
          marginTop: 8,
          maxWidth: 540,
          lineHeight: 1.25,
          fontFamily: 'Text',
          fontSize: 38,
          color: colours.ink,
        },
        figure.then,
      ),
    ),
  ];
  const page = box(
    {
      width: WIDTH,
      height: HEIGHT,
      flexDirection: 'column',
      justifyContent: 'space-between',
      background: colours.paper,
    },
    box(
      { flexDirection: 'column', padding: '60px 72px 0' },
      box({ fontFamily: 'Text', fontSize: 32, color: colours.soft }, 'Measured Twice'),
      box(
        {
          marginTop: 16,
          fontFamily: 'Display',
          fontSize: figure ? 80 : 96,
          lineHeight: 1.08,
          letterSpacing: -1.5,
          textWrap: 'balance',
          color: colours.ink,
        },
        title,
      ),
    ),
    box({ flexDirection: 'column', padding: '0 72px 24px' }, ...(figureLine ?? [])),
    ruler(),
  );
  const svg = await satori(page, { width: WIDTH, height: HEIGHT, fonts: await loadFaces() });
  return new Resvg(svg).render().asPng();
}
