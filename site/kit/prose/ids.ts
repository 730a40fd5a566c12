/** The id in pages of a name in figures.ts: `each-server` for `eachServer`. */
export const idOf = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
