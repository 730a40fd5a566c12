/** Where a record is drawn. A subject is a finding, whose article shows its experiment and may show others; or what has its own page. */

const shownBy = new Map(Object.entries(SHOWN_BY));

/** The experiments whose records can be drawn. */
export const EXPERIMENTS = [...shownBy.keys()];

/** The subject that shows an experiment. What the site no longer shows is its own. */
export const subjectOf = (experiment: string): string => shownBy.get(experiment) ?? experiment;

/** All experiments that a subject shows. */
export const experimentsOf = (subject: string): string[] =>
  EXPERIMENTS.filter((experiment) => subjectOf(experiment) === subject);

/** Subjects that are no findings: where their pages are, and what stands there. */
const OTHERS = new Map([['speed', { path: 'speed/', title: 'How fast our models are' }]]);

/** The address of a subject's page below the site's base. */
export const pathOf = (subject: string): string => OTHERS.get(subject)?.path ?? `findings/${subject}/`;

/** What a subject that is no finding is called; the others' titles stand in the menu. */
export const otherTitle = (subject: string): string | undefined => OTHERS.get(subject)?.title;
