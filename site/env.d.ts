declare namespace App {
  interface Locals {
    /** The slug of the finding whose article is being built; nothing on other pages. */
    finding?: string;
  }
}

interface ImportMetaEnv {
  /** Where the site's source is, as astro.config.mjs has found out. */
  readonly REPOSITORY?: string;
}
