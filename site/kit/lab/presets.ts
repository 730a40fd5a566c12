/** A lab's examples, and which of them its state is. */

export interface Preset<S> {
  id: string;
  label: string;
  hint?: string;
  /** The state it makes of the present one. */
  state(current: S): S;
}

/** True where a preset would leave the state as it is. */
export function isChosen<S extends object>({ state: wanted }: Preset<S>, state: S): boolean {
  const made = wanted(state);
  return (Object.keys(made) as (keyof S)[]).every((name) => made[name] === state[name]);
}
