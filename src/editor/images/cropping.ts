/** A rectangle in px of the image. */
export interface CropRange {
  x: number
  y: number
  width: number
  height: number
}

export interface ImageSize {
  width: number
  height: number
}

/** A crop as the user edits it; focal point from 0 to 1 of the image. */
export interface Framing {
  /** Width divided by height; undefined keeps the ratio of the image. */
  ratio: number | undefined
  /** From 1, the largest crop, to 4, a quarter of its sides. */
  zoom: number
  focus: { x: number; y: number }
}

/** Crop of a framing: as large as ratio and zoom allow, around the focus, within the image. */
export function partFor(size: ImageSize, { ratio = size.width / size.height, zoom, focus }: Framing): CropRange {
  const isWide = size.width / size.height > ratio
  const width = (isWide ? size.height * ratio : size.width) / Math.max(1, zoom)
  const height = (isWide ? size.height : size.width / ratio) / Math.max(1, zoom)
  const [w, h] = [Math.max(1, Math.round(width)), Math.max(1, Math.round(height))]
  return {
    x: Math.round(between(focus.x * size.width - w / 2, 0, size.width - w)),
    y: Math.round(between(focus.y * size.height - h / 2, 0, size.height - h)),
    width: w,
    height: h,
  }
}

/** Approximate inverse of `partFor`. */
export function framingOf(size: ImageSize, part: CropRange | undefined): Framing {
  if (part === undefined) return { ratio: undefined, zoom: 1, focus: { x: 0.5, y: 0.5 } }
  const ratio = part.width / part.height
  const isWide = size.width / size.height > ratio
  return {
    ratio,
    zoom: isWide ? size.height / part.height : size.width / part.width,
    focus: { x: (part.x + part.width / 2) / size.width, y: (part.y + part.height / 2) / size.height },
  }
}

export function isWhole(size: ImageSize, part: CropRange): boolean {
  return part.width >= size.width && part.height >= size.height
}

/** Crop in the URL of an image of the service. */
export function partOf(url: string): CropRange | undefined {
  const [x, y, width, height] = (queryOf(url).get('crop') ?? '').split(',').map(Number)
  if (x === undefined || y === undefined || !width || !height || [x, y].some(Number.isNaN)) return undefined
  return { x, y, width, height }
}

/** Removes crop and signature; other parameters stay. */
export function wholeUrl(url: string): string {
  const query = queryOf(url)
  for (const name of ['crop', 'sig', 'exp']) query.delete(name)
  return withQuery(url, query)
}

/** Asset and parameters that the service signs for a crop; other parameters of the URL stay. */
export function cropRequest(url: string, part: CropRange): { id: string; parameters: Record<string, string | number> } {
  const parameters: Record<string, string | number> = {}
  for (const [name, value] of queryOf(wholeUrl(url))) {
    if (numeric.has(name)) parameters[name] = Number(value)
    else if (textual.has(name)) parameters[name] = value
  }
  parameters['crop'] = `${part.x},${part.y},${part.width},${part.height}`
  return { id: /\/cdn\/(ast_[^/?#.]+)/.exec(url)?.[1] ?? '', parameters }
}

/** The URL with the query of the signed URL. */
export function withSignature(url: string, signed: string): string {
  return withQuery(url, queryOf(signed))
}

const numeric = new Set(['w', 'h', 'dpr', 'q'])
const textual = new Set(['fit', 'gravity', 'format', 'bg'])

/** True for images of the service, which it can crop and scale. */
export function isOwnImage(url: string): boolean {
  return /(^|\/\/[^/]+)\/cdn\/ast_/.test(url)
}

/** Scaled URL for lists; URLs of other services stay as they are. */
export function thumbnailUrl(url: string, width: number): string {
  const query = queryOf(url)
  // A signature is valid only for its own parameters.
  if (!isOwnImage(url) || query.has('sig')) return url
  query.set('w', String(width))
  return withQuery(url, query)
}

function queryOf(url: string): URLSearchParams {
  return new URLSearchParams(url.split('?')[1]?.split('#')[0] ?? '')
}

function withQuery(url: string, query: URLSearchParams): string {
  const path = url.split(/[?#]/)[0] ?? ''
  const text = query.toString().replaceAll('%2C', ',')
  return text === '' ? path : `${path}?${text}`
}

function between(value: number, min: number, max: number): number {
  return Math.max(min, Math.min(value, max))
}
