/** Says at the beginning of a build which runs of the reader's own its pages lay over what is published, and why not others. */
import type { AstroIntegration } from 'astro';
import { readYours } from '../kit/record/yours.ts';

export function yourMachine(): AstroIntegration {
  return {
    name: 'your-machine',
    hooks: {
      'astro:config:setup': ({ logger }) => {
        const { runs, remarks } = readYours();
        for (const { file } of runs) logger.info(`${file} is laid over its page as your machine.`);
        for (const remark of remarks) logger.warn(remark);
      },
    },
  };
}
