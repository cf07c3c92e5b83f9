/** A place in px from the top left corner of the page. */
export interface Rect {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}
