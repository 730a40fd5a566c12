import type { LabExpectations } from '@/e2e/labs';

export default {
  looks: ['?sample=inventory&title=%D0%9D%D0%BE%D1%87%D1%8C&colour=f0e0c0', '?view=entries&sample=orchard&filler=none'],
  notRead: {
    '[data-cover]': 'a book’s cover: what is on it stands in its label and in the fields beside it',
    '[data-strip] svg': 'a strip with what was read of the book: the same stands in words below it',
  },
  says: { preset: 'orchard', words: /^“What the Orchard Keeps”: EPUB 3\.0\. / },
  hostile: {
    query: '?sample=bible&view=castle&colour=red&filler=much',
    notes: {
      sample: 'must be one of ferryman',
      view: 'must be one of cover',
      colour: 'must be six hexadecimal digits',
      filler: 'must be one of none',
    },
  },
  file: {
    query: '?sample=bells',
    name: 'static-page.csv',
    header: 'kind,name,value,afterwards',
    kinds: { parameter: 6, figure: 4, entry: 9 },
  },
} satisfies LabExpectations;
