/** The part of `globalThis.trustedTypes` that is used here. TypeScript's own types know neither it nor what policies give: text, to them. */
interface Factory {
  createPolicy<Rules>(name: string, rules: Rules): Rules;
}

/**
 * A Trusted Types policy: what its rules let through is what the browser takes as markup, or as the address of a script. The page's content
 * security policy has to name it (`site/integrations/csp.ts`), and lets it be made once. A browser that knows no such thing
 * is given what the rules give.
 */
export const trustedTypesPolicy = <Rules extends object>(name: string, rules: Rules): Rules =>
  (globalThis as { trustedTypes?: Factory }).trustedTypes?.createPolicy(name, rules) ?? rules;
