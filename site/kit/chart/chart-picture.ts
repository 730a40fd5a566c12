/** A chart as a file of its own: the drawing as this page shows it, between its title and its source. */
import { download } from '@/kit/lab/download';
import { LINE_HEIGHT, textWidth } from './chart-geometry';
import { escapeText, px } from './grammar';

/** Title, source and file name (without extension) of a picture. */
export interface Around {
  readonly name: string;
  readonly title: string;
  readonly source: string;
}

/** Properties that an element of a drawing gets from style sheets, which a file does not carry, and passes on to its children. */
const STYLES = [
  ...['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-linecap', 'stroke-linejoin'],
  ...['paint-order', 'font-family', 'font-size', 'font-weight', 'font-variant-numeric', 'text-anchor'],
] as const;

/** Margin around the picture, and space between title, drawing and source, in pixels. */
const [MARGIN, SPACE] = [16, 10];
const TITLE_SIZE = 15;
/** Pixels of the image for each of the drawing, so that text stays sharp. */
const SCALE = 2;

/** Breaks words into lines of at most so many pixels. */
function linesOf(words: string, width: number, size: number): string[] {
  const lines: string[] = [];
  for (const word of words.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && textWidth(longer, size) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** Copies a drawing with its computed styles written into attributes. */
function withStyles(svg: SVGSVGElement): SVGSVGElement {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const originals = [svg, ...svg.querySelectorAll('*')];
  [copy, ...copy.querySelectorAll('*')].forEach((element, index) => {
    const original = originals[index]!;
    const style = getComputedStyle(original);
    const around = original === svg ? undefined : getComputedStyle(original.parentElement!);
    for (const name of STYLES) {
      const value = style.getPropertyValue(name);
      if (value !== around?.getPropertyValue(name)) element.setAttribute(name, value);
    }
    if (style.opacity !== '1') element.setAttribute('opacity', style.opacity);
    for (const { name } of [...element.attributes]) {
      if (name === 'class' || name.startsWith('data-')) element.removeAttribute(name);
    }
  });
  return copy;
}

function pictureOf(svg: SVGSVGElement, { title, source }: Around): { text: string; width: number; height: number } {
  const drawing = withStyles(svg);
  const { width: inner, height: drawn } = svg.viewBox.baseVal;
  const { color, fontFamily } = getComputedStyle(svg);
  const paper = getComputedStyle(svg).getPropertyValue('--mt-paper');
  const [above, below] = [linesOf(title, inner, TITLE_SIZE), linesOf(source, inner, 11)];
  const top = MARGIN + above.length * (TITLE_SIZE + 4) + SPACE;
  const width = inner + 2 * MARGIN;
  const height = top + drawn + SPACE + below.length * LINE_HEIGHT + MARGIN;
  drawing.setAttribute('x', px(MARGIN));
  drawing.setAttribute('y', px(top));
  drawing.setAttribute('width', px(inner));
  drawing.setAttribute('height', px(drawn));
  const text = (lines: readonly string[], from: number, step: number, size: number, weight: number) =>
    lines
      .map(
        (line, index) =>
          `<text x="${MARGIN}" y="${px(from + step * index)}" font-size="${size}" font-weight="${weight}">${escapeText(line)}</text>`,
      )
      .join('');
  return {
    width,
    height,
    text: [
      `<svg xmlns="http://www.w3.org/2000/svg" width="${px(width)}" height="${px(height)}" viewBox="0 0 ${px(width)} ${px(height)}"`,
      ` fill="${escapeText(color)}" font-family="${escapeText(fontFamily)}">`,
      `<title>${escapeText(title)}</title>`,
      `<rect width="100%" height="100%" fill="${escapeText(paper)}"/>`,
      text(above, MARGIN + TITLE_SIZE, TITLE_SIZE + 4, TITLE_SIZE, 650),
      new XMLSerializer().serializeToString(drawing),
      text(below, top + drawn + SPACE + 11, LINE_HEIGHT, 11, 400),
      '</svg>',
    ].join(''),
  };
}

/** Downloads a drawing as a file. */
export async function downloadPicture(svg: SVGSVGElement, type: 'SVG' | 'PNG', around: Around): Promise<void> {
  const { text, width, height } = pictureOf(svg, around);
  if (type === 'SVG') return download(`${around.name}.svg`, text, 'image/svg+xml');
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width * SCALE;
  canvas.height = height * SCALE;
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((made) => canvas.toBlob(made, 'image/png'));
  if (!blob) throw new Error('the image could not be made');
  download(`${around.name}.png`, blob);
}
