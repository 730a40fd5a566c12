/** Sentence, figures and record in each preset of the lab, with new and with kept connections, on every published machine. */
import { describe, expect, it } from 'vitest';
import { formatRatio } from '@/kit/chart/format';
import { modelsAtBuild } from '@/kit/lab/models-at-build';
import { findFigure } from '@/kit/prose/figure';
import { publishedOnDisk } from '@/kit/record/on-disk';
import * as models from '@/wasm-pkg/unix-sockets/models.js';
import { values } from '../figures';
import { figures, matters, remarks, requestWords, sentence } from './figures';
import { knownOf, knownSentence } from './known';
import { measuredFrom } from './measured';
import { openingOf, presetsOf } from './presets';
import { compareRequest } from './questions';
import { schema, type LabState } from './state';
import { compare } from './tasks';

const built = modelsAtBuild('unix-sockets', models);
const VERDICTS = { yes: /^It matters, /, no: /^It hardly matters, /, open: /^It may matter, / };

describe.each(publishedOnDisk('unix-sockets').map((record) => [record.machineName, record] as const))(
  'with the record of the %s',
  (_, record) => {
    const measured = measuredFrom(
      record,
      (unix, request) =>
        compare(built, { tcp: unix, unix, request, restS: 0, share: 1, sizes: 'response' }).unix.totalS,
    );
    const look = (state: LabState) => {
      const compared = compare(built, compareRequest(state, measured));
      const known = knownOf(state, measured);
      const [ratio, interval] = figures(state, compared, known);
      return { compared, known, ratio: ratio!, interval: interval!, said: sentence(state, compared, known) };
    };
    /** The published ratio of a state, where the record has it. */
    const recordedOf = ({ server, kept, cores }: LabState, id: string) => {
      const value =
        server === 'gunicorn'
          ? kept === 'on'
            ? values.ratioOfGunicornKept
            : values.ratioOfGunicornNew
          : server === 'rust'
            ? kept === 'on'
              ? values.ratioOfRustKept
              : values.ratioOfRustNew
            : id === 'hello' && kept === 'off'
              ? values.ratioOfMessagesOnOneCore
              : id === 'ping-pong' && kept === 'on'
                ? { ...values.ratioOfLargeWritesOnOneCore, at: { pattern: 'ping-pong', bytes: 64, cores } }
                : null;
      return value && findFigure(record, value);
    };
    const states = presetsOf(measured).flatMap(({ id, label, state }) =>
      (['off', 'on'] as const).map(
        (kept) => [id, kept, label, { ...state(schema.initial), kept } as LabState] as const,
      ),
    );

    it('has servers behind nginx, and opens on one of them', () => {
      expect(states.filter(([, , , { server }]) => server !== 'none')).toHaveLength(4);
      expect(openingOf(measured).server).toBe('gunicorn');
    });

    it.each(states)('%s, kept %s: sentence, figures, marks and record agree', (id, _kept, label, state) => {
      const { compared, known, ratio, interval, said } = look(state);
      const recorded = recordedOf(state, id);
      expect(known !== null, 'measured where the record is').toBe(recorded !== null);
      expect(said).toMatch(VERDICTS[matters(state, compared, known)]);
      expect(ratio.predicted?.value).toBe(compared.ratio);
      if (state.server !== 'none') expect(requestWords(state)).toContain(label);
      if (!recorded) {
        expect(said).toContain('as its parts predict');
        expect([ratio.value, interval.value]).toEqual([null, null]);
        expect(knownSentence(known)).toContain('not measured');
        return;
      }
      const { value, low, high } = recorded.measured!;
      expect(said).toContain('as measured');
      expect(ratio.text).toBe(formatRatio(value));
      expect(knownSentence(known)).toContain(` ${formatRatio(value)} times as many requests`);
      expect(said.includes('no measurable difference')).toBe(low < 1 && high > 1);
      expect(remarks(state, compared, known)).toContain(`The parts predict ${formatRatio(compared.ratio)}`);
      // The chart’s dash and the claim on the parts say the same.
      expect(Math.abs(compared.ratio / recorded.predicted! - 1)).toBeLessThan(0.01);
    });

    it.each(states.filter(([, , , { server }]) => server !== 'none'))(
      '%s, kept %s: a handler’s time that is typed is one on top of everything else, and is answered right',
      (_id, _kept, _label, state) => {
        const restS = compareRequest(state, measured).restS;
        expect(restS).toBeGreaterThan(0);
        const { compared, ratio, said } = look({ ...state, application: 200 });
        expect([ratio.value, ratio.text]).toEqual([null, 'not measured']);
        expect(said).toContain('as its parts predict');
        // What is saved stays; what it is compared with grows by the handler.
        const without = look({ ...state, application: 0 }).compared;
        const saved = without.tcp.totalS - without.unix.totalS;
        expect(compared.ratio).toBeCloseTo(1 + saved / (without.unix.totalS + 200e-6), 9);
        const until = compared.applicationForShareS;
        if (until > 0) {
          expect(look({ ...state, application: until * 1e6 }).compared.ratio).toBeCloseTo(1 + state.share / 100, 6);
        } else expect(without.ratio).toBeLessThanOrEqual(1 + state.share / 100 + 1e-9);
      },
    );
  },
);
