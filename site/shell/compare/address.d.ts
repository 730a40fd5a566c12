declare module 'virtual:drawing' {
  /** Where drawing.ts lies on the site, compiled for browsers by site/integrations/drawing.ts; unknown while it is developed. */
  const address: string | undefined;
  export default address;
}

/** Put in its place by the same: the findings that have an article and published records. */
declare const FINDINGS_WITH_RECORDS: readonly string[];
