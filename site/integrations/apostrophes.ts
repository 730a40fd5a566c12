/**
 * Expressive Code writes the checkout's path into a text between apostrophes as it stands, and one in the path ends that text: then
 * nothing is built. In an address it can stand escaped.
 */
import type { AstroIntegration } from 'astro';

/** A module's text with no apostrophe in the addresses of what lies in a folder, itself given by its address. */
export const withoutApostrophes = (text: string, folder: string): string =>
  text.replaceAll(folder, folder.replaceAll("'", '%27'));

export function apostrophesInPaths(): AstroIntegration {
  return {
    name: 'apostrophes-in-paths',
    hooks: {
      'astro:config:setup': ({ config, updateConfig }) => {
        updateConfig({
          vite: {
            plugins: [
              {
                name: 'apostrophes-in-paths',
                // Before the modules are parsed.
                enforce: 'pre',
                transform: {
                  filter: { id: /virtual:astro-expressive-code\/config$/ },
                  handler: (text) => withoutApostrophes(text, config.root.href),
                },
              },
            ],
          },
        });
      },
    },
  };
}
