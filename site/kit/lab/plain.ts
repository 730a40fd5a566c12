/** A Rust struct as wasm-bindgen exports it: getters of its fields, and memory that someone has to free. */
interface Struct {
  free(): void;
}

/** The fields of a struct, and of the structs in it, without its methods. */
export type Plain<T> = T extends Struct
  ? { [Key in keyof T as T[Key] extends (...given: never) => unknown ? never : Key]: Plain<T[Key]> }
  : T extends readonly Struct[]
    ? { [Index in keyof T]: Plain<T[Index]> }
    : T;

const isStruct = (value: unknown): value is Struct =>
  typeof value === 'object' && value !== null && 'free' in value && typeof value.free === 'function';

/** A struct of a lab's WebAssembly as a plain object, which can be posted and needs no freeing; the struct is freed. */
export function toPlain<T extends Struct>(struct: T): Plain<T> {
  const fields = Object.entries(Object.getOwnPropertyDescriptors(Object.getPrototypeOf(struct) as object))
    .filter(([, { get }]) => get !== undefined)
    .map(([name]) => [name, toPlainValue(struct[name as keyof T])] as const);
  struct.free();
  return Object.fromEntries(fields) as Plain<T>;
}

/** The same of a list of structs, or of a struct that there may not be. */
export function toPlainValue<T>(value: T): Plain<T> {
  if (isStruct(value)) return toPlain(value) as Plain<T>;
  return (Array.isArray(value) ? value.map(toPlainValue) : value) as Plain<T>;
}
