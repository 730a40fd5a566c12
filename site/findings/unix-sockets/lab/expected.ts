import type { LabExpectations } from '@/e2e/labs';

export default {
  looks: [
    '?cores=all&application=100',
    '?server=rust&sent=128&received=256&cores=busy&application=200',
    '?view=size&kept=on&sent=64&received=64',
    '?view=parts&against=pipe',
    '?against=seqpacket&transport=tcp-nodelay',
    '?cores=apart',
  ],
  controlsAt: ['?received=1000000'],
  says: {
    preset: 'query',
    words:
      /on a kept connection, 1 round trip .* 500\sµs of the handler’s own.*It (hardly |may )?matters?, as its parts predict:/,
  },
  hostile: {
    query: '?cores=all&trips=3&chunk=0&share=900',
    notes: { chunk: 'must be at least 1', share: 'must be at most 100' },
  },
  file: {
    query: '?application=7',
    name: 'unix-sockets.csv',
    header: 'kind,name,transport,at,count,value,low,high',
    kinds: { parameter: 13, figure: 6, predicted: 1, part: 16, total: 2, 'ratio over': 50 },
  },
} satisfies LabExpectations;
