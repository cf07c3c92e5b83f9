/** A color in sRGB: whole channels from 0 to 255, as browsers compute them, and alpha from 0 to 1. */
export interface Color {
  readonly r: number
  readonly g: number
  readonly b: number
  readonly a: number
}
