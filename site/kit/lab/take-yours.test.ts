import { expect, it } from 'vitest';
import { madeUpRecord } from '@/kit/record/fixtures/record.ts';
import { asYours } from '@/kit/record/origin.ts';
import { asAttribute, handOver, takenFrom } from './take-yours.ts';
import { YOURS_CHANGED } from './yours-changed.ts';
import { yoursOn } from './yours.ts';

const record = madeUpRecord();
const runs = [{ record: asYours(record) }, { record: asYours({ ...record, claims: [] }, 'your machine second') }];

/** As much of an element as a lab's has to do with. */
function lab() {
  const element = Object.assign(new EventTarget(), { dataset: {} as Record<string, string> });
  let heard = 0;
  element.addEventListener(YOURS_CHANGED, () => heard++);
  return { element: element as unknown as HTMLElement, heard: () => heard };
}

it('takes from each run what the lab shows, under the machine’s name', () => {
  expect(takenFrom(runs, { tag: 'mt-a-lab', take: ({ claims }) => claims.length })).toEqual([
    { name: 'your machine', measured: record.claims.length },
    { name: 'your machine second', measured: 0 },
  ]);
});

it('leaves out a run that lacks it', () => {
  const take = ({ claims }: typeof record) => {
    if (claims.length === 0) throw new Error('no claims');
    return 1;
  };
  expect(takenFrom(runs, { tag: 'mt-a-lab', take }).map(({ name }) => name)).toEqual(['your machine']);
});

it('hands it to a lab, which hears of it once, and takes it back', () => {
  const { element, heard } = lab();
  const taken = takenFrom(runs, { tag: 'mt-a-lab', take: () => [1, 2] });
  expect(yoursOn(element)).toEqual([]);
  handOver(element, []);
  expect(heard()).toBe(0);
  handOver(element, taken);
  handOver(element, taken);
  expect([yoursOn(element), heard()]).toEqual([taken, 1]);
  handOver(element, []);
  expect([yoursOn(element), heard(), element.dataset]).toEqual([[], 2, {}]);
  expect(asAttribute([])).toBeUndefined();
});
