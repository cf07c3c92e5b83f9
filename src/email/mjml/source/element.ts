export interface Element {
  name: string
  /** Values as written, including character references. */
  attributes: Readonly<Record<string, string>>
  children: Element[]
  /** The inner source of an element that contains HTML or text and no components. */
  content: string
  /** The element as it is in the source. */
  source: string
  /** Line of its start tag, from 1. */
  line: number
  /** The preceding ordinary comment, which often describes the element. */
  comment?: string
}

/** Components that contain HTML or text instead of MJML. */
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
