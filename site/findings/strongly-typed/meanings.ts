/** The five meanings of “strongly typed”, by their names in the record, in the few letters that a column has. */
export const MEANINGS: Readonly<Record<string, string>> = {
  static: 'refused early',
  safe: 'never undefined',
  promise: 'promise kept',
  mixed: 'mixed types stopped',
  modelling: 'meaning checked',
};
