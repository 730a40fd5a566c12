import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const css = readFileSync('site/styles/tokens.css', 'utf8');
type Theme = 'light' | 'dark';
type Colour = readonly [number, number, number];

/** Linear-light red, green and blue, from 0 to 1. */
function linear(hex: string): Colour {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

function token(name: string, theme: Theme): Colour {
  const match = new RegExp(`--mt-${name}: light-dark\\(\\s*(#[0-9a-f]{6}),\\s*(#[0-9a-f]{6})\\s*\\)`).exec(css);
  if (!match) throw new Error(`tokens.css has no opaque colour --mt-${name}`);
  return linear(match[theme === 'light' ? 1 : 2]!);
}

const luminance = ([red, green, blue]: Colour) => 0.2126 * red + 0.7152 * green + 0.0722 * blue;

/** WCAG 2.2's contrast ratio. */
function contrast(a: Colour, b: Colour): number {
  const [dark, bright] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (bright + 0.05) / (dark + 0.05);
}

/** Machado, Oliveira and Fernandes (2009), severity 1, on linear light. */
const visions: Record<string, readonly Colour[]> = {
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};
const seen = (colour: Colour, vision: readonly Colour[]): Colour =>
  vision.map((row) =>
    Math.min(
      1,
      Math.max(
        0,
        row.reduce((sum, weight, index) => sum + weight * colour[index]!, 0),
      ),
    ),
  ) as unknown as Colour;

/** Distance in Oklab, times 100: about 2 can just be told apart side by side. */
function distance(a: Colour, b: Colour): number {
  const oklab = ([r, g, b]: Colour) => {
    const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
    const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
    const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
    return [
      0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
      1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
      0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
    ];
  };
  const [from, to] = [oklab(a), oklab(b)];
  return 100 * Math.hypot(...from.map((value, index) => value - to[index]!));
}

const text = ['ink', 'ink-2', 'published', 'measured', 'live', 'exact', 'predicted', 'second', 'third', 'over', 'link'];
const hues = ['published', 'measured', 'live', 'second', 'third', 'over'];
const pairs = hues.flatMap((one, index) => hues.slice(index + 1).map((other) => [one, other] as const));

describe.each<Theme>(['light', 'dark'])('%s', (theme) => {
  describe.each(['paper', 'paper-2'])('on --mt-%s', (ground) => {
    test.each(text)('--mt-%s can be read (4.5:1)', (name) => {
      expect(contrast(token(name, theme), token(ground, theme))).toBeGreaterThanOrEqual(4.5);
    });
    test.each(['control', 'focus'])('--mt-%s can be seen (3:1)', (name) => {
      expect(contrast(token(name, theme), token(ground, theme))).toBeGreaterThanOrEqual(3);
    });
  });

  test.each(Object.entries(visions))('the grammar’s hues stay apart under %s', (_, vision) => {
    const close = pairs
      .map(([one, other]) => ({
        pair: `${one}, ${other}`,
        apart: distance(seen(token(one, theme), vision), seen(token(other, theme), vision)),
      }))
      .filter(({ apart }) => apart < 4);
    expect(close).toEqual([]);
  });
});

test('every colour is registered, so that scripts read colours', () => {
  const names = [...css.matchAll(/(--mt-[\w-]+): light-dark/g)].map(([, name]) => name);
  const registered = [...css.matchAll(/@property (--mt-[\w-]+)/g)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(15);
  expect(registered.sort()).toEqual(names.sort());
});
