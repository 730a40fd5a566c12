/** A lab's element hears it when what it carries of the reader's runs was changed: see `yours.ts`. */
export const YOURS_CHANGED = 'mt-yours';
