/** Times as the lab writes them. They are kept in nanoseconds. */

const UNITS = [
  [1e9, 's'],
  [1e6, 'ms'],
  [1e3, 'µs'],
  [1, 'ns'],
] as const;

/** The unit that suits times of this size: nanoseconds in it, and its name. */
export function unitFor(nanoseconds: number): { size: number; name: string } {
  const [size, name] = UNITS.find(([each]) => Math.abs(nanoseconds) >= each * 0.999_999) ?? [1, 'ns'];
  return { size, name };
}

const plain = (value: number, digits: number) => String(Number(value.toPrecision(digits)));

/** `33 ns`, `15.63 ms`, `0.5 ns`. */
export function formatTime(nanoseconds: number): string {
  const { size, name } = unitFor(nanoseconds);
  return `${plain(nanoseconds / size, 4)} ${name}`;
}

/** Made once: `toLocaleString` makes one for every number, and each redraw of the time line writes thousands. */
const THOUSANDTHS = new Intl.NumberFormat('en-US', { maximumFractionDigits: 3 });

/** To a thousandth: `15,625,000`, `41.667`. */
export const formatThousandths = (value: number): string => THOUSANDTHS.format(value);

/** For a slider's field, in nanoseconds without a unit. */
export const formatNanoseconds = formatThousandths;

/** Short enough to stand under a tick: `1`, `50`, `1µ`, `10m`. */
export function tickTime(nanoseconds: number): string {
  const { size, name } = unitFor(nanoseconds);
  return nanoseconds === 0 ? '0' : `${plain(nanoseconds / size, 3)} ${name}`;
}
