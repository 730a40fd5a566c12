import { checkFigures } from '@/kit/prose/fixtures/figures.ts';
import * as figures from './figures.ts';

// The reference machine has no core for each of eight threads.
checkFigures('timestamp-collisions', figures, { elsewhere: ['eightThreads'] });
