/** One element of MJML source. */
export interface Element {
  name: string
  /** Values as written, character references included. */
  attributes: Readonly<Record<string, string>>
  children: Element[]
  /** What is between the tags of an element that holds HTML or text and no components. */
  content: string
  /** The element as it is in the source. */
  source: string
  /** Line of its opening tag, from 1. */
  line: number
  /** The last ordinary comment before it, which often says what it is. */
  comment?: string
}

/** Components that hold HTML or text: what is inside them is no MJML. */
export const endingTags: ReadonlySet<string> = new Set([
  'mj-accordion-text',
  'mj-accordion-title',
  'mj-breakpoint',
  'mj-button',
  'mj-carousel-image',
  'mj-navbar-link',
  'mj-preview',
  'mj-raw',
  'mj-social-element',
  'mj-style',
  'mj-table',
  'mj-text',
  'mj-title',
])
