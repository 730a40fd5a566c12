/** What the article shows, by name. */
import { recordChart, rowChart } from '@/kit/prose/charts.ts';
import { above, below, verdict, type Expectation } from '@/kit/prose/expects.ts';
import type { Charts, Value, Values } from '@/kit/prose/named.ts';
import type { Settings } from '@/kit/record/queries.ts';

const measured = (series: string, at: Settings, measure: string): Value => ({ kind: 'measured', series, at, measure });

/** What a program made of the book in EPUB 2. */
const madeBy = (way: string, measure: string): Value => measured('ways', { way, epub_version: 2 }, measure);

const readOf = (entries: number): Value => measured('entries', { entries }, 'read_bytes');
const drawingOf = (title_characters: number): Value => measured('covers', { title_characters }, 'draw_seconds');
const textWidth = (browser: string): Value => measured('browsers', { browser }, 'text_width_px');

/** What a transfer comes to, by the size of the book and the speed of the link. */
const transfer = (book_bytes: number, measure: string, megabits_per_second = 10): Value => ({
  kind: 'predicted',
  series: 'transfer',
  at: { book_bytes, megabits_per_second },
  measure,
});
/** Books of 14 kB and of 1 MB. */
const [SMALL, LARGE] = [13_802, 1_013_896] as const;

/** How many kinds of broken, dangerous or unusual books become wrong ones. */
const wrongBooks = (by: string): Value => ({
  kind: 'measured',
  claim: 'no-library',
  figure: `kinds of book that come out wrong, ${by}`,
});

export const values: Values = {
  readAtMost: { kind: 'measured', claim: 'reads-little' },
  readOfTwelveEntries: readOf(12),
  readOfTenThousandEntries: readOf(10_000),
  classesLeftByPandoc: { kind: 'measured', claim: 'pandoc-destroys', figure: 1 },
  selectorsLeftByPandoc: { kind: 'measured', claim: 'pandoc-destroys', figure: 2 },
  sizeByEbookMeta: madeBy('ebook-meta', 'size_bytes'),
  sizeByJszip: madeBy('jszip', 'size_bytes'),
  sizeByPlan: madeBy('splice', 'size_bytes'),
  entriesKeptByEbooklib: madeBy('ebooklib', 'entries_same_content'),
  errorsByEbooklib: madeBy('ebooklib', 'errors'),
  kindsOfUnusualBooks: { kind: 'measured', claim: 'no-library', figure: 0 },
  wrongBooksByJszip: wrongBooks('20 lines with JSZip'),
  wrongBooksByPlan: wrongBooks('splice plan'),
  smallBookByServer: transfer(SMALL, 'server_book_seconds'),
  smallBookByPage: transfer(SMALL, 'page_first_seconds'),
  breakEvenAtOneMegabit: transfer(SMALL, 'break_even_books', 1),
  breakEvenAtTenMegabits: transfer(SMALL, 'break_even_books'),
  breakEvenAtHundredMegabits: transfer(SMALL, 'break_even_books', 100),
  largeBookByServer: transfer(LARGE, 'server_book_seconds'),
  largeBookByPage: transfer(LARGE, 'page_first_seconds'),
  drawingOfShortTitle: drawingOf(24),
  drawingOfLongTitle: drawingOf(500),
  textWidthInChromium: textWidth('chromium'),
  textWidthInFirefox: textWidth('firefox'),
  serverWorkOfSmallBook: {
    kind: 'measured',
    claim: 'faster',
    figure: 'time by a server without a network, a book of text alone',
  },
  wholeOverPlan: { kind: 'measured', claim: 'faster-than-whole' },
};

const KILOBYTES = [1e3, 'kB'] as const;
const DECIMAL_UNITS = [[1e9, 'GB'] as const, [1e6, 'MB'] as const, KILOBYTES];

/** A size as the text has it: books here are powers of ten, up to 3 GB. */
function decimalSize(bytes: number): string {
  const [scale, unit] = DECIMAL_UNITS.find(([size]) => bytes >= size) ?? KILOBYTES;
  return `${Number((bytes / scale).toPrecision(2))}\u00a0${unit}`;
}

const BOOK_SIZE = { kind: 'log', base: 10, format: decimalSize, title: 'Size of the book (logarithmic)' } as const;

export const charts: Charts = {
  sizes: recordChart('sizes', {
    title: 'Time until the splice plan is ready, by the size of the book',
    description:
      'Two rows of points on logarithmic axes over books from 1 MB to 3 GB. With the splice plan the time stays about the same. Where the whole file is read first, it rises with the size.',
    x: 'book_bytes',
    y: ['plan_seconds', 'whole_plan_seconds'],
    names: { plan_seconds: 'pieces read', whole_plan_seconds: 'all read first' },
    show: ['measured'],
    joined: true,
    xAxis: BOOK_SIZE,
    yAxis: { kind: 'log', title: 'Time to the plan (logarithmic)' },
  }),
  ways: rowChart('ways', {
    title: 'Entries that keep their content when a cover is put in',
    description:
      'One row for each program, with a mark for EPUB 2 and one for EPUB 3. The splice plan keeps all entries but one; the programs that write the book anew keep hardly any.',
    rows: 'way',
    measure: 'entries_same_content',
    lanes: [
      { where: { epub_version: 2 }, says: 'EPUB 2' },
      { where: { epub_version: 3 }, says: 'EPUB 3', quiet: true },
    ],
    scale: 'linear',
    domain: [0, 14],
  }),
  transfer: recordChart('transfer', {
    title: 'One cover at 10 Mbit/s, computed: by a server, and by a page',
    description:
      'Three curves over the size of the book, on logarithmic axes. The time by a server rises with the size of the book; both times by a page stay where they are, the first book above the later ones.',
    where: { megabits_per_second: 10 },
    x: 'book_bytes',
    y: ['server_book_seconds', 'page_first_seconds', 'page_next_seconds'],
    names: {
      server_book_seconds: 'by a server',
      page_first_seconds: 'by a page, first book',
      page_next_seconds: 'by a page, any later',
    },
    show: ['predicted'],
    xAxis: BOOK_SIZE,
    yAxis: { kind: 'log', title: 'Time (logarithmic)' },
  }),
};

export const machines = ['wholeOverPlan', 'drawingOfShortTitle', 'drawingOfLongTitle'];

export const expects: readonly Expectation[] = [
  verdict('reads-little', 'holds'),
  above('readOfTenThousandEntries', 'readOfTwelveEntries'),
  verdict('pandoc-destroys', 'reproduced'),
  verdict('no-library', 'reproduced'),
  above('sizeByEbookMeta', 'sizeByPlan'),
  above('sizeByJszip', 'sizeByPlan'),
  above('wrongBooksByJszip', 'wrongBooksByPlan'),
  // “By a simple model”.
  verdict('faster', 'not-tested'),
  {
    what: 'to draw the cover is most of a server’s work for a small book',
    check({ rangeOf }) {
      const [drawing, all] = [rangeOf('drawingOfShortTitle'), rangeOf('serverWorkOfSmallBook')];
      return drawing.low > all.high / 2 || `${drawing.low} s of ${all.high} s`;
    },
  },
  below('smallBookByServer', 'smallBookByPage'),
  below('largeBookByPage', 'largeBookByServer'),
  // The program's own page was opened in browsers.
  verdict('static-can', 'reproduced'),
];
