/** Calls of a lab's module that follow one another. One that is refused ends them. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- each lab has its own models
export type Question<Models = any> = (models: Models) => unknown;

/** The place of the call whose answer is called, or null; the name of the function, class or method; and arguments. */
type Call = [of: number | null, name: string, given: unknown[]];

type Answer = { answer: unknown } | { error: string };

interface Struct {
  free(): void;
}

const isStruct = (value: unknown): value is Struct =>
  typeof value === 'object' && value !== null && 'free' in value && typeof value.free === 'function';

type Exported = ((...given: unknown[]) => unknown) & (new (...given: unknown[]) => unknown);

const isClass = (value: Exported) => isStruct(value.prototype);

/** What only wasm-bindgen's own code, and the build, call. */
const NOT_READERS = ['default', 'initSync', 'limits', 'constructor', 'free', '__destroy_into_raw'];

/** The names of the functions and methods that a lab can call. */
export function exportsOf(models: object): string[] {
  const functions = Object.entries(Object.getOwnPropertyDescriptors(models)).filter(
    ([name, { value }]) => typeof value === 'function' && !NOT_READERS.includes(name),
  );
  return functions.flatMap(([name, { value }]) =>
    isClass(value as Exported) ? exportsOf((value as Exported).prototype as object) : [name],
  );
}

/** A question as the native program reads it, with what the module answers. */
export function recorded(models: Record<string, unknown>, question: Question): { calls: Call[]; answers: Answer[] } {
  const calls: Call[] = [];
  const answers: Answer[] = [];

  const record = (of: number | null, name: string, given: unknown[], call: () => unknown) => {
    const place = calls.push([of, name, given.map(sent)]) - 1;
    try {
      const value = call();
      answers.push({ answer: told(value) });
      return isStruct(value) ? object(value, place) : value;
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError) throw error;
      answers.push({ error: (error as Error).message });
      throw new Refused();
    }
  };

  const object = (struct: Struct, place: number) =>
    new Proxy(struct, {
      get(target, name: string) {
        const value = Reflect.get(target, name, target) as unknown;
        if (typeof value !== 'function') return value;
        return (...given: unknown[]) => record(place, name, given, () => value.apply(target, given) as unknown);
      },
    });

  const exported = ([name, value]: [string, unknown]) => {
    if (typeof value !== 'function') return [name, value];
    const from = value as Exported;
    // No arrow, which would be no constructor.
    function call(...given: unknown[]) {
      const made = () => (isClass(from) ? new from(...given) : from(...given));
      return record(null, name, given, made);
    }
    return [name, call];
  };

  try {
    question(Object.fromEntries(Object.entries(models).map(exported)));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
  }
  return { calls, answers };
}

/** A call was refused: what would follow it cannot be asked. */
class Refused extends Error {}

/** An argument in JSON. What that lacks is an object whose key says what it is. */
function sent(value: unknown): unknown {
  if (typeof value === 'number') return sentNumber(value);
  for (const list of [Float64Array, Uint32Array, Uint8Array]) {
    if (value instanceof list) return { [list.name]: Array.from(value, sentNumber) };
  }
  return value ?? null;
}

const sentNumber = (value: number) =>
  Number.isFinite(value) && !Object.is(value, -0) ? value : { number: Object.is(value, -0) ? '-0' : String(value) };

/** An answer as the native program prints it. */
function told(value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) return { number: String(value) };
  if (typeof value === 'bigint') return { bigint: String(value) };
  if (ArrayBuffer.isView(value)) return Array.from(value as Uint8Array, told);
  if (Array.isArray(value)) return value.map(told);
  if (!isStruct(value)) return value ?? null;
  const getters = Object.entries(Object.getOwnPropertyDescriptors(Object.getPrototypeOf(value) as object));
  const named = getters.filter(([, { get }]) => get !== undefined);
  return Object.fromEntries(named.map(([name]) => [name, told(value[name as keyof Struct])]));
}
