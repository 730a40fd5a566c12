declare module 'virtual:drawing' {
  /** Where drawing.ts lies on the site, compiled for browsers by site/integrations/drawing.ts; unknown while it is developed. */
  const address: string | undefined;
  export default address;
}

/** Put in its place by the same: the experiments that have published records, each with the finding that shows them. */
declare const SHOWN_BY: Readonly<Record<string, string>>;
