/** What a record lacks that was made on a machine without some programs, and what becomes of its article: `poorer-machine.ts` of a finding. */
export interface PoorerMachine {
  /** Series, by their names, that take programs that not every machine has, or root. */
  readonly lacks: readonly string[];
  /** What the article says where no machine has them. */
  readonly says?: readonly string[];
  /** Figures of the article, by their ids, that are not there then. */
  readonly without?: readonly string[];
}
