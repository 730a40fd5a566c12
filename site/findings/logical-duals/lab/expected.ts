import type { LabExpectations } from '@/e2e/labs';

const OTHER_VIEW = 'the file has the figures of the view that is in front';

export default {
  looks: ['?puzzle=river&depth=20', '?view=race&level=repeatable-read&guard=for-update&order=111222'],
  playsWhenAsked: 'the counterexample is what it shows, and it stands at its end until then',
  says: { preset: 'shallow', words: /^“The large jug never holds exactly 4 litres” holds within 5 moves: / },
  hostile: {
    query: '?puzzle=chess&goal=99&depth=0&length=1e9&budget=0&view=x&level=none&guard=magic&order=1212&seed=1.5',
    notes: {
      puzzle: 'must be one of jugs',
      goal: 'must be at most 20',
      depth: 'must be at least 1',
      length: 'must be at most 30',
      budget: 'must be at least 1',
      view: 'must be one of',
      level: 'must be one of read-committed',
      guard: 'must be one of none',
      order: 'must be one of 111222',
      seed: 'whole number',
    },
  },
  file: {
    query: '?goal=1',
    name: 'logical-duals.csv',
    header: 'kind,name,at,value',
    kinds: { parameter: 10, figure: 4, state: 16, move: 6 },
  },
  figuresNotInFile: {
    'miss-rate': OTHER_VIEW,
    'exact-miss': OTHER_VIEW,
    'right-sequences': OTHER_VIEW,
    violations: OTHER_VIEW,
    'this-order': OTHER_VIEW,
  },
} satisfies LabExpectations;
