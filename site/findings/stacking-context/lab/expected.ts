import type { LabExpectations } from '@/e2e/labs';

export default {
  looks: [
    '?view=list&tree=a.rel.z1(b.abs.z9999);c.rel.z2',
    '?tree=a.float(b.rel);c.inline.opacity;d',
    // As deep as trees are.
    '?tree=a.rel(b.abs(c(d(e(f(g(h)))))));i.filter.rel.z-2147483648',
  ],
  // Where an engine differs from the specifications.
  controlsAt: ['?tree=a.rel;b.backface'],
  notRead: {
    '[data-stage]': 'boxes as this browser paints them: the predicted order beside it has their names',
    '[data-picture="layers"]': 'an order, written on its planes, and a table in the list view',
  },
  wakesWith: { '[data-agreement]': 'says whether this browser agrees, which only a script can ask' },
  says: { preset: 'z-1', words: /^The banner is above the image\. / },
  hostile: {
    query: '?tree=%3Cb%3E&by=opera&view=castle&one=%F0%9F%8E%B2',
    notes: {
      tree: 'has a character that no tree is written in',
      by: 'must be one of specifications',
      view: 'must be one of layers',
      one: 'has a character that no tree is written in',
    },
  },
  file: {
    query: '?tree=a.abs;b.filter',
    name: 'stacking-context.csv',
    header: 'kind,name,value,css,layer,predicted place,place in this browser',
    kinds: { parameter: 5, figure: 3, box: 2 },
  },
} satisfies LabExpectations;
