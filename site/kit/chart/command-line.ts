import { html, type Markup } from '@/kit/markup.ts';

/** A command that is not broken after hyphens: there, a break looks like the end of an option. */
export function commandLine(command: string): Markup {
  /** Words with hyphens, and the text between them. */
  const parts = command.split(/([^ ]*-[^ ]*)/).filter((part) => part !== '');
  return html`<code class="mt-command"
    >${parts.map((part) => (part.includes('-') ? html`<span>${part}</span>` : part))}</code
  >`;
}
