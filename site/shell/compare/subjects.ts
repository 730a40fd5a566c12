/** Where a record is drawn. A subject is a finding, whose article shows its experiment and may show others. */

const shownBy = new Map(Object.entries(SHOWN_BY));

/** The experiments whose records can be drawn. */
export const EXPERIMENTS = [...shownBy.keys()];

/** The subject that shows an experiment. What the site no longer shows is its own. */
export const subjectOf = (experiment: string): string => shownBy.get(experiment) ?? experiment;

/** All experiments that a subject shows. */
export const experimentsOf = (subject: string): string[] =>
  EXPERIMENTS.filter((experiment) => subjectOf(experiment) === subject);

/** The address of a subject's page below the site's base. */
export const pathOf = (subject: string): string => `findings/${subject}/`;
