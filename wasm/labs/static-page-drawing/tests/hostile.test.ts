import { expect, it } from 'vitest';
import { modelsAtBuild } from '@/kit/lab/models-at-build';
import * as models from '@/wasm-pkg/static-page-drawing/models.js';
import { type Call, expectToSurvive } from '../../../lib/from-js/hostile';

const { draw } = modelsAtBuild('static-page-drawing', models);

const calls: Call[] = [{ name: 'draw', call: draw, good: ['A title', 'An author', 'A fandom', '#204060'] }];

it.each(calls)('answers hostile values with a result or a sentence, and works on: $name', expectToSurvive);

it('draws no more of a text than fits, however long it is', () => {
  expect(draw('word '.repeat(200_000), '', '', '#204060').isCut).toBe(true);
});
