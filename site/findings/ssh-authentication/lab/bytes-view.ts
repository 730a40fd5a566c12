/** Bytes in hexadecimal and as text, and the fields they belong to: each points at the other. */
import { escape, hexOf, textOf } from './html';
import type { FieldName } from '@/wasm-pkg/ssh-authentication/models.js';
import type { Encoded, Field } from './tasks';
import { SOURCES } from './words';

/** Bytes in a row. The style sheet says the same. */
export const COLUMNS = 12;

export interface BytesShown extends Encoded {
  /** What it is called for a screen reader. */
  label: string;
  /** How many of the bytes, from the first, can be turned over, and the place of the first among those that can be. */
  flips?: { count: number; from: number };
  /** What stands below the bytes. */
  below?: string;
  /** The byte that is wrong, and what it was. */
  wrong?: { at: number; was: number } | null;
  /** Bytes that the server has otherwise. */
  differs?: (at: number) => boolean;
}

/** The fields that are no part of another. */
const outer = (fields: readonly Field[]) => fields.filter(({ depth }) => depth === 0);

/** The innermost field that a byte belongs to; the lengths belong to the field that they are the length of. */
export function fieldAt(fields: readonly Field[], at: number): number {
  let found = -1;
  fields.forEach(({ start, end, depth }, index) => {
    if (start <= at && at < end && depth >= (fields[found]?.depth ?? 0)) found = index;
  });
  return found;
}

/** The places of a field and of all that it lies within, from the outermost in. */
export const chain = (fields: readonly Field[], index: number): number[] => {
  const { start, end } = fields[index]!;
  return fields.flatMap((field, other) => (field.start <= start && end <= field.end && other <= index ? [other] : []));
};

function byteView(shown: BytesShown, at: number): string {
  const { bytes, fields, flips, wrong } = shown;
  const byte = bytes[at]!;
  const inner = fieldAt(fields, at);
  const field = fields[inner];
  const [first = -1] = inner < 0 ? [] : chain(fields, inner);
  const band = outer(fields).indexOf(fields[first]!) % 2;
  const isLength = field !== undefined && at < field.valueStart;
  const marks = [
    `data-at="${at}"`,
    `data-of="${inner < 0 ? '' : chain(fields, inner).join(' ')}"`,
    `class="mt-ssh-byte${isLength ? ' mt-ssh-byte--length' : ''}" data-band="${band}"`,
    at === fields[first]?.start ? 'data-first' : '',
    wrong?.at === at ? 'data-wrong' : '',
    shown.differs?.(at) ? 'data-differs' : '',
  ].join(' ');
  if (!flips) return `<span ${marks}>${hexOf(byte)}</span>`;
  if (at >= flips.count) return `<span ${marks} role="gridcell">${hexOf(byte)}</span>`;
  const was = wrong?.at === at ? `, wrong: it was ${hexOf(wrong.was)}` : '';
  const label = `byte ${at}, ${field?.name ?? ''}: ${hexOf(byte)}${was}`;
  // Of all bytes one can be reached by the tabulator: the arrow keys go on from it.
  return `<span ${marks} role="gridcell" data-flip="${flips.from + at}" tabindex="${at === (wrong?.at ?? 0) ? 0 : -1}" aria-label="${escape(label)}">${hexOf(byte)}</span>`;
}

/** The bytes in rows, as the style sheet lays them out; those that can be turned over are a grid for keys. */
function hexView(shown: BytesShown, name: string): string {
  const cells = Array.from(shown.bytes, (_, at) => byteView(shown, at));
  if (!shown.flips) return `<div class="mt-ssh-hex" role="group" aria-label="${name}">${cells.join('')}</div>`;
  const rows = Array.from({ length: Math.ceil(cells.length / COLUMNS) }, (_, row) => {
    return `<div role="row">${cells.slice(row * COLUMNS, (row + 1) * COLUMNS).join('')}</div>`;
  });
  return `<div class="mt-ssh-hex" role="grid" aria-label="${name}">${rows.join('')}</div>`;
}

/** Fields of one byte that say yes or no: a boolean of RFC 4251, section 5. */
const BOOLEANS: ReadonlySet<FieldName> = new Set(['has signature', 'partial success']);

/** A field's value in words, its bytes, or nothing where those within it say more. */
function valueOf({ bytes, fields }: Encoded, field: Field, index: number): string {
  const value = bytes.subarray(field.valueStart, field.end);
  const isParent = (fields[index + 1]?.depth ?? 0) > field.depth;
  if (isParent) return '';
  if (field.valueStart === field.start && value.length === 1) {
    if (BOOLEANS.has(field.name)) return value[0] === 0 ? 'FALSE' : 'TRUE';
    return String(value[0]);
  }
  const isText = value.every((byte) => byte >= 0x20 && byte < 0x7f);
  if (isText && value.length > 0) return `"${textOf(value)}"`;
  return Array.from(value.subarray(0, 6), hexOf).join(' ') + (value.length > 6 ? ' …' : '');
}

function fieldView(shown: Encoded, field: Field, index: number): string {
  // Without the bytes that say how long it is: what is called a signature of 64 bytes has 64.
  const length = field.end - field.valueStart;
  const value = escape(valueOf(shown, field, index));
  const source = SOURCES[field.name] ?? '';
  const parts = [
    `<span class="mt-ssh-field-name">${escape(field.name)}</span>`,
    `<span class="mt-ssh-field-size">${length} byte${length === 1 ? '' : 's'}</span>`,
    value && `<span class="mt-ssh-field-value">${value}</span>`,
    source && `<span class="mt-ssh-field-source">${escape(source)}</span>`,
  ];
  return `<li style="--depth:${field.depth}"><button type="button" class="mt-ssh-field" data-field="${index}" data-within="${chain(shown.fields, index).join(' ')}" aria-pressed="false">${parts.filter(Boolean).join('')}</button></li>`;
}

/** The bytes, the text and the fields. */
export function drawBytes(shown: BytesShown): string {
  const { bytes, fields, label } = shown;
  const which = shown.flips && shown.flips.count < bytes.length ? ' of the session identifier' : '';
  const hint = shown.flips ? ` Click a byte${which} to flip one of its bits.` : '';
  const grey = fields.some(({ start, valueStart }) => start < valueStart) ? ' Grey ones are lengths.' : '';
  const keys = shown.flips ? ' The arrow keys go from byte to byte, Enter turns one over.' : '';
  const list = fields.map((field, index) => fieldView(shown, field, index)).join('');
  return [
    `<div class="mt-ssh-dump" data-dump><div>`,
    hexView(shown, escape(`${label}, ${bytes.length} bytes.${hint}${keys}`)),
    `<p class="mt-ssh-size">${bytes.length} byte${bytes.length === 1 ? '' : 's'}.${grey}${hint}</p>`,
    `${shown.below ?? ''}</div>`,
    `<ol class="mt-ssh-fields" aria-label="Fields">${list}</ol>`,
    `</div>`,
  ].join('');
}
