/** Name and description of the site. */
export const SITE = {
  title: 'Measured Twice',
  description:
    'Surprising facts about real systems, each looked at twice: by a native program on a machine that its record describes, and live in your browser.',
} as const;
