/** Says at the beginning of a build which records of the reader's own machine it draws, and why it does not draw others. */
import type { AstroIntegration } from 'astro';
import { readYours } from '../kit/record/yours.ts';

export function yourMachine(): AstroIntegration {
  return {
    name: 'your-machine',
    hooks: {
      'astro:config:setup': ({ logger }) => {
        const { runs, remarks } = readYours();
        for (const { file } of runs) logger.info(`${file} is drawn as your machine.`);
        for (const remark of remarks) logger.warn(remark);
      },
    },
  };
}
