/** Who says what to whom, case by case: sequence diagrams side by side, with the times of each machine at the messages. */
import type { OwnDrawing } from '@/kit/chart/figure.ts';
import { keyMarkup } from '@/kit/chart/key.ts';
import { machineOf } from '@/kit/chart/machines.ts';
import { drawn, html } from '@/kit/markup.ts';
import { shownAs } from '@/kit/record/shown.ts';
import type { MeasurementRecord } from '@/kit/record/types.ts';
import { messagesOf, messagesTable, sequenceDiagram, type Case } from './exchange.ts';

/** The stage of the connection. */
const STAGE = 'authentication';

/** The diagrams, from the left; `description` says what a reader would see in each. */
const CASES: readonly (Case & { readonly description: string })[] = [
  {
    case: 'right-key',
    says: 'The key is listed',
    description:
      'The client asks for the service, then which methods there are, then whether its key would do; the server says yes, the client sends its signature, and the server lets it in.',
  },
  {
    case: 'unlisted-key',
    says: 'The key is not listed',
    description: 'The client asks whether its key would do, and is refused. No signature is sent.',
  },
  {
    case: 'other-session',
    says: 'The signature is of another session',
    description: 'As with the listed key, up to the signature; the server’s answer to that is a failure.',
  },
];

/** The figure. */
export function sequences(records: readonly MeasurementRecord[]): OwnDrawing {
  const diagrams = CASES.map((one) => {
    const [first, ...others] = records.map((record) => ({
      figure: shownAs(record),
      messages: messagesOf(record, one.case, STAGE),
    }));
    return { ...one, messages: first!.messages, others };
  });
  const key = records.map((record) => ({
    figure: shownAs(record),
    text: `${records.length > 1 ? machineOf(record) : 'measured'}, medians`,
    quiet: false,
  }));
  return {
    title: 'The messages of a login, and of two that are refused',
    markup: html`
      ${keyMarkup(key)}
      <ul class="mt-sequences">
        ${diagrams
          .filter(({ messages }) => messages.length > 0)
          .map(
            ({ says, description, messages, others }) => html`
              <li>
                <p aria-hidden="true">${says}</p>
                ${drawn(sequenceDiagram(messages, { title: says, description }, others))}
              </li>
            `,
          )}
      </ul>
    `,
    table: messagesTable(records, CASES, STAGE),
  };
}
