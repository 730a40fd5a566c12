import type { LabExpectations } from '@/e2e/labs';

export default {
  says: { preset: 'key', words: /rule reads voil\\xC3=>1 instead of voilà=>1/ },
  hostile: {
    query: '?view=castle&rule=85.zz&step=1e9&block=atlantis&hstore=%ED%A0%80%FF%zz%00%E2%80%AE=%3E1',
    notes: {
      view: 'must be one of',
      rule: 'zz',
      step: 'must be at most',
      block: 'must be one of',
    },
  },
  file: {
    name: 'isspace-parser.csv',
    header: 'rule,step,offset,byte,state,action,state after,words complete,bytes of the word',
    kinds: { rule: 40, ascii: 40 },
  },
  figuresNotInFile: Object.fromEntries(
    [
      'bytes',
      'parting',
      'rule-pairs',
      'ascii-pairs',
      'broken',
      'broken-share',
      'in-block',
      'silent',
      'loud',
      'characters',
    ]
      .concat('text-bytes', 'agreed', 'disputed', 'fewest-words', 'most-words')
      .map((name) => [name, 'each view has a file of its own, with rows and no figures']),
  ),
} satisfies LabExpectations;
