/** The address on a page of what has this name: `each-server` of `eachServer`. */
export const idOf = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
