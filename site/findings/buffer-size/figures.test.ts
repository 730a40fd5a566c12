import { checkFigures } from '@/kit/prose/fixtures/figures.ts';
import * as figures from './figures.ts';

// The reference machine has no distant cores.
checkFigures('buffer-size', figures, { elsewhere: ['unixOverTcpOnDistantCores'] });
