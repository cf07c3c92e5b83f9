/** Short lists of parameter values, so that an image has few variants: for unsigned URLs beyond their budget. */
import type { ImageFacts } from '../../../email/image/index.ts'
import type { ImageParameters } from '../../assets/index.ts'

/** Sides of a result in pixels, which are CSS pixels times `dpr`; requests are rounded up. */
export const listedSides = [
  10, 16, 20, 24, 32, 40, 48, 64, 80, 100, 120, 150, 160, 200, 240, 280, 300, 320, 400, 480, 560, 600, 640, 700, 800,
  1000, 1200, 1280, 1400, 1600, 2000, 2400,
] as const

/** Longer side in pixels of results with a fixed width and height (`cover`, `fill`, `pad`); requests are rounded up. */
export const listedBoxes = [48, 100, 200, 300, 400, 600, 800, 1200] as const

/** Width divided by height of these results; the nearest is used. */
export const listedRatios = [
  6,
  5,
  4,
  3,
  5 / 2,
  2,
  16 / 9,
  3 / 2,
  4 / 3,
  5 / 4,
  1,
  4 / 5,
  3 / 4,
  2 / 3,
  9 / 16,
  1 / 2,
  1 / 3,
  1 / 4,
] as const

/** Quality of JPEG and WebP; the nearest is used. Results with a fixed width and height have the default quality. */
export const listedQualities = [60, 80, 95] as const

/** Parameters that require a signed URL, or a URL in a document of the project. */
const signedOnly = ['crop', 'bg', 'palette'] as const

export type SignedOnly = Pick<ImageParameters, (typeof signedOnly)[number]>

/** Undefined if no parameter requires a signature. */
export function signedOnlyOf({ crop, bg, palette }: ImageParameters): SignedOnly | undefined {
  if (crop === undefined && bg === undefined && palette !== true) return undefined
  return {
    ...(crop === undefined ? {} : { crop }),
    ...(bg === undefined ? {} : { bg: bg.toLowerCase() }),
    ...(palette === true ? { palette } : {}),
  }
}

/** For error messages. */
export function signedOnlyNames(parameters: SignedOnly): string {
  return signedOnly.filter((name) => parameters[name] !== undefined).join(' and ')
}

/** The parameters with all values rounded to the lists; equal for all requests that result in the same image. */
export function listedParameters(asked: ImageParameters, facts: Pick<ImageFacts, 'width' | 'height'>): ImageParameters {
  const { w, h, fit = 'contain', dpr = 1, q, format } = asked
  const kept = { ...(format === undefined ? {} : { format }), ...signedOnlyOf(asked) }
  const whole = kept.crop === undefined ? facts : rectOf(kept.crop)
  const quality = q === undefined ? {} : { q: nearest(listedQualities, q) }
  const [width, height] = [w === undefined ? undefined : w * dpr, h === undefined ? undefined : h * dpr]
  if (width === undefined && height === undefined) return { ...kept, ...quality }
  if (width !== undefined && height !== undefined && fit !== 'contain' && fit !== 'inside')
    return boxed(asked, whole, { ...kept, fit, ...boxOf({ width, height }) })
  const isWide = height === undefined || (width !== undefined && width / whole.width <= height / whole.height)
  const side = roundUp(listedSides, (isWide ? width : height) ?? 0)
  if (fit === 'inside' && side >= (isWide ? whole.width : whole.height)) return { ...kept, ...quality }
  return { ...kept, ...quality, ...(isWide ? { w: side } : { h: side }) }
}

function boxOf({ width, height }: { width: number; height: number }): { w: number; h: number } {
  const long = roundUp(listedBoxes, Math.max(width, height))
  const ratio = nearest(listedRatios.map(Math.log), Math.log(width / height))
  const short = Math.round(long / Math.exp(Math.abs(ratio)))
  return ratio >= 0 ? { w: long, h: short } : { w: short, h: long }
}

/** Reduces a gravity to the direction that has an effect: only one axis is cropped. */
function boxed(
  { gravity = 'center' }: ImageParameters,
  whole: { width: number; height: number },
  box: ImageParameters & { w: number; h: number },
): ImageParameters {
  if (box.fit !== 'cover') return box
  if (gravity === 'focal') return { ...box, gravity }
  const isCutAcross = whole.width / whole.height > box.w / box.h
  const along = isCutAcross ? /east|west/.exec(gravity)?.[0] : /north|south/.exec(gravity)?.[0]
  return along === undefined ? box : { ...box, gravity: along as 'north' | 'east' | 'south' | 'west' }
}

/** The rectangle of a `crop` parameter, in pixels of the original. */
export function rectOf(crop: string): { x: number; y: number; width: number; height: number } {
  const [x = 0, y = 0, width = 0, height = 0] = crop.split(',').map(Number)
  return { x, y, width, height }
}

function roundUp(list: readonly number[], value: number): number {
  return list.find((each) => each >= value) ?? list.at(-1) ?? value
}

function nearest(list: readonly number[], value: number): number {
  return list.reduce((best, each) => (Math.abs(each - value) < Math.abs(best - value) ? each : best))
}
