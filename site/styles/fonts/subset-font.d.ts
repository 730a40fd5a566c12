/** The part of subset-font that is used here; the package has no types. */
declare module 'subset-font' {
  interface Options {
    targetFormat?: 'woff2' | 'truetype';
    /** A value, or a range, for each axis. */
    variationAxes?: Record<string, number | { min: number; max: number }>;
    /** OpenType features to keep; all by default. */
    keepFeatures?: string[];
    noHinting?: boolean;
  }
  export default function subsetFont(font: Buffer, text: string, options?: Options): Promise<Buffer>;
}
