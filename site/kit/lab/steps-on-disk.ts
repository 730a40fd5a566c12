import { readFileSync } from 'node:fs';

/** A step of an article, as its source has it. */
export interface StepOnDisk {
  id: string;
  /** The lab's state, as an address has it. */
  state: string;
  /** Its words, with the names of their figures. */
  words: string;
}

/** The steps of a finding's article, for tests of what its lab shows of each. */
export function stepsOnDisk(slug: string): StepOnDisk[] {
  const article = readFileSync(`content/findings/${slug}.mdx`, 'utf8');
  const steps = article.matchAll(/<Step id="(?<id>[^"]+)" state="(?<state>[^"]+)">(?<words>.*?)<\/Step>/gs);
  return [...steps].map(({ groups }) => {
    const { id, state, words } = groups as Record<keyof StepOnDisk, string>;
    return { id, state, words: words.trim() };
  });
}
