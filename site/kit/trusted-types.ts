/** The part of `globalThis.trustedTypes` that is used here, which TypeScript's own types lack. Policies return text, as far as types go. */
interface Factory {
  createPolicy<Rules>(name: string, rules: Rules): Rules;
}

/**
 * A Trusted Types policy: its rules decide what a browser accepts as markup or as the address of a script. The page's content security
 * policy has to name it (`site/integrations/csp.ts`), and allows one of each name. A browser without Trusted Types uses the rules
 * directly.
 */
export const trustedTypesPolicy = <Rules extends object>(name: string, rules: Rules): Rules =>
  (globalThis as { trustedTypes?: Factory }).trustedTypes?.createPolicy(name, rules) ?? rules;
