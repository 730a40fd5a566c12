/**
 * What a signature covers, field by field: where each field lies, how long it is, and what it is there for. The lengths are the record's;
 * the reasons are the author's.
 */
import type { OwnDrawing } from '@/kit/chart/figure.ts';
import { keyMarkup, mark } from '@/kit/chart/key.ts';
import { machineOf, machinesInKey } from '@/kit/chart/machines.ts';
import { drawn, html, type Markup } from '@/kit/markup.ts';
import { shownAs } from '@/kit/record/shown.ts';
import type { MeasurementRecord } from '@/kit/record/types.ts';
import { signedOf } from './exchange.ts';

/** Which signature. */
const AT = { case: 'agent', key_type: 'ed25519' };

/** Why each field is there, by its name in the record. */
const WHY: Readonly<Record<string, string>> = {
  'session identifier': 'This connection and no other: a recorded signature is worth nothing elsewhere.',
  'message number': 'It is a request to authenticate, and can pass for no other message.',
  'user name': 'Whose account is asked for.',
  'service name': 'What for: the connection itself, “ssh-connection”.',
  'method name': 'Which fields follow.',
  'has signature': '1; it was 0 in the question before, which ended after the key.',
  'algorithm name': 'Which algorithm signs, so that nobody can have it verified with a weaker one.',
  'public key': 'Which key: the line to look for in authorized_keys.',
  'host key': 'For which server, so that an agent can tell (OpenSSH 8.9 and later).',
};

/** The figure. In each cell what each machine signed is on a line of its own. */
export function signedFields(records: readonly MeasurementRecord[]): OwnDrawing {
  const signed = records.map((record) => {
    const fields = signedOf(record, AT);
    return { record, figure: shownAs(record), fields, total: fields.reduce((sum, { bytes }) => sum + bytes, 0) };
  });
  const isAlone = signed.length === 1;
  /** How many bytes the rails stand for, so that fields of one length look alike. */
  const most = Math.max(...signed.map(({ total }) => total));
  const names = [...new Set(signed.flatMap(({ fields }) => fields.map(({ field }) => field)))];

  const counted = (bytesOf: (one: (typeof signed)[number]) => number | undefined): Markup[] =>
    signed.map((one) => html`<span>${!isAlone && html`${mark(one.figure)}&nbsp;`}${bytesOf(one) ?? '–'}</span>`);

  const placed = (name: string): Markup[] =>
    signed.map(({ figure, fields, total }) => {
      const found = fields.find(({ field }) => field === name);
      return drawn(
        `<svg viewBox="0 0 ${most} 10" width="100%" height="10" preserveAspectRatio="none" focusable="false">` +
          `<path class="mt-signed-rail" d="M0,5H${total}" vector-effect="non-scaling-stroke"/>` +
          (found
            ? `<rect class="mt-signed-field mt-signed-field--${figure}" x="${found.start}" y="0" width="${found.bytes}" height="10"/>`
            : '') +
          '</svg>',
      );
    });

  return {
    title: 'What the signature covers',
    markup: html`
      ${keyMarkup(
        isAlone
          ? [{ figure: 'measured', text: 'measured: read from a signature of a real client', quiet: false }]
          : machinesInKey(records),
      )}
      <table class="mt-signed">
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col" class="mt-signed-bytes">Bytes</th>
            <th scope="col" class="mt-signed-place" aria-hidden="true">Where it lies</th>
            <th scope="col">What it is for</th>
          </tr>
        </thead>
        <tbody>
          ${names.map(
            (name) => html`
              <tr>
                <th scope="row">${name}</th>
                <td class="mt-signed-bytes">
                  ${counted(({ fields }) => fields.find(({ field }) => field === name)?.bytes)}
                </td>
                <td class="mt-signed-place" aria-hidden="true">${placed(name)}</td>
                <td class="mt-signed-why">${WHY[name]}</td>
              </tr>
            `,
          )}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Together</th>
            <td class="mt-signed-bytes">${counted(({ total }) => total)}</td>
            <td class="mt-signed-place" aria-hidden="true"></td>
            <td class="mt-signed-why"></td>
          </tr>
        </tfoot>
      </table>
    `,
    table: {
      head: [...(isAlone ? [] : ['Machine']), 'Field', 'Begins at', 'Bytes'],
      rows: signed.flatMap(({ record, fields }) =>
        fields.map(({ field, start, bytes }) => [
          ...(isAlone ? [] : [machineOf(record)]),
          field,
          String(start),
          String(bytes),
        ]),
      ),
    },
  };
}
