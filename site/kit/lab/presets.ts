/** A lab's examples, and which of them its state is. */

export interface Preset<S> {
  id: string;
  label: string;
  /** The state it makes of the present one. */
  state: (current: S) => S;
}

/** Whether a state is what a preset would make of it. */
export function isChosen<S extends object>({ state: wanted }: Preset<S>, state: S): boolean {
  const made = wanted(state);
  return (Object.keys(made) as (keyof S)[]).every((name) => made[name] === state[name]);
}

/** The preset that a state is already; '' if it is none. */
export const chosenOf = <S extends object>(presets: readonly Preset<S>[], state: S): string =>
  presets.find((preset) => isChosen(preset, state))?.id ?? '';
