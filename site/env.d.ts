declare namespace App {
  interface Locals {
    /** The slug of the finding whose article is being built; nothing on other pages. */
    finding?: string;
  }
}
