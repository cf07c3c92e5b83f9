import type { Content } from './content.ts'
import type { Resources } from './resources.ts'

/** From px of the display list to units of the page or form that is painted: moved, scaled, and turned where y grows upwards. */
export interface Base {
  x: number
  y: number
  scale: number
  flip: 1 | -1
}

/** What is painted on: a page, or a form that is shown as a whole. */
export interface Canvas {
  readonly content: Content
  readonly resources: Resources
  readonly base: Base
}
