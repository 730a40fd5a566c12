/**
 * Escapes apostrophes in the checkout's path. Expressive Code writes that path into a string between apostrophes, which one in the path
 * would end: nothing would be built. In an address it can be escaped.
 */
import type { AstroIntegration } from 'astro';

/** Escapes the apostrophes in addresses below a folder in a module's text; `folder` is an address itself. */
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
                // Runs before the modules are parsed.
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
