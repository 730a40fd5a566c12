/** Reports at the beginning of a build which runs of the reader's own its pages compare with, and why others can't be used. */
import type { AstroIntegration } from 'astro';
import { readYours } from '../kit/record/yours.ts';

export function yourMachine(): AstroIntegration {
  return {
    name: 'your-machine',
    hooks: {
      'astro:config:setup': ({ logger }) => {
        const { runs, previews, remarks } = readYours();
        for (const { file } of runs) logger.info(`${file} is laid over its page as your machine.`);
        for (const { file } of previews)
          logger.info(`${file} is drawn on its page, since no record of it is published.`);
        for (const remark of remarks) logger.warn(remark);
      },
    },
  };
}
