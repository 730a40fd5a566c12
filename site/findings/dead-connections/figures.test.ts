import { checkFigures } from '@/kit/prose/fixtures/figures.ts';
import * as figures from './figures.ts';

checkFigures('dead-connections', figures);
