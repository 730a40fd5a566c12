import { languageOf } from './measured';

/** The programs that made the mistakes, as the experiment has them: some sixty kilobytes, which come with the first look at one. */
const FILES = import.meta.glob<string>('/experiments/strongly-typed/programs/*/*', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** The program with a mistake in a language; nothing where it cannot be written. */
export function sourceOf(language: string, mistake: string): string | undefined {
  const start = `/experiments/strongly-typed/programs/${languageOf(language)}/${mistake}.`;
  return Object.entries(FILES).find(([path]) => path.startsWith(start))?.[1];
}
