/** One book of the reader's: what it says of itself, its cover, and what became of it. */
import { setMarkup } from '@/kit/set-markup';
import { size } from '../words';
import { changes, described, drawing, reading, table, versionOf } from '../words';
import type { CoverText, Drawn } from '../draw-tasks';
import type { Covered, Facts } from '../tasks';

/** The book with its cover. */
export interface Finished extends Covered {
  blob: Blob;
}

const ended = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

/** A sentence as it may begin. */
const sentence = (text: string): string => ended(text.charAt(0).toUpperCase() + text.slice(1));

export class Card {
  readonly file: File;
  readonly element: HTMLElement;
  facts: Facts | null = null;
  finished: Finished | null = null;
  /** Whether it waits for a cover, or something was changed, so that what is under way answers an older question. */
  stale = true;
  isRemoved = false;

  constructor(
    file: File,
    template: HTMLTemplateElement,
    heard: { changed: () => void; wanted: () => void; removed: () => void },
  ) {
    this.file = file;
    this.element = (template.content.firstElementChild as HTMLElement).cloneNode(true) as HTMLElement;
    this.own('name').textContent = `${file.name}, ${size(file.size)}`;
    this.own('entries').ariaLabel = `The entries of ${file.name}`;
    this.own<HTMLFieldSetElement>('actions').disabled = false;
    this.say('Waiting.');
    for (const name of ['title', 'author', 'colour', 'replaces']) {
      this.own(name).addEventListener('change', () => {
        this.stale = true;
        heard.changed();
      });
    }
    this.own('download').addEventListener('click', heard.wanted);
    this.own('remove').addEventListener('click', heard.removed);
  }

  own<E extends HTMLElement = HTMLElement>(name: string): E {
    const found = this.element.querySelector<E>(`[data-own="${name}"]`);
    if (!found) throw new Error(`A book has no ${name}.`);
    return found;
  }

  /** The name of the file that the reader gets. */
  get newName(): string {
    return `${this.file.name.replace(/\.epub$/i, '')}-with-cover.epub`;
  }

  get replaces(): boolean {
    return this.own<HTMLInputElement>('replaces').checked;
  }

  /** What its cover is to say. */
  get text(): CoverText {
    const value = (name: string) => this.own<HTMLInputElement>(name).value;
    return { title: value('title'), author: value('author'), colour: value('colour'), kind: this.facts?.kind ?? '' };
  }

  say(words: string): void {
    this.own('says').textContent = words;
  }

  /** Shows a book that can be opened: its facts can be changed. */
  open(facts: Facts): void {
    this.facts = facts;
    for (const name of ['title', 'author', 'colour'] as const) this.own<HTMLInputElement>(name).value = facts[name];
    this.own<HTMLFieldSetElement>('fields').disabled = false;
    this.own('replacing').hidden = facts.cover === null;
  }

  /** There is no new book, for now or for good. */
  stop(words: string): void {
    this.finished = null;
    this.own<HTMLButtonElement>('download').disabled = true;
    this.own('changes').hidden = true;
    this.say(words);
  }

  /** Shows a book that can't be opened: one line says why. */
  refuse(reason: string): void {
    this.element.dataset['refused'] = '';
    // The reason may begin with an entry's name, whose letters stay.
    this.stop(`${this.file.name}: ${ended(reason)}`);
    this.own('fields').hidden = true;
    this.own('cover').hidden = true;
    this.own('download').hidden = true;
  }

  finish(found: Finished, drawn: Drawn): void {
    this.finished = found;
    const { facts } = found;
    const cover = this.own('cover');
    cover.style.backgroundImage = `url("${drawn.address}")`;
    cover.ariaLabel = described(this.text);
    this.own<HTMLButtonElement>('download').disabled = false;
    this.own('changes').hidden = false;
    setMarkup(this.own('entries'), table(found.rows));
    const all = [versionOf(facts), reading(facts), changes(found), drawing(drawn), ...facts.notes];
    this.say(
      all
        .filter((text) => text !== '')
        .map(sentence)
        .join(' '),
    );
  }
}
