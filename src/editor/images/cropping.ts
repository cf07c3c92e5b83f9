/** A part of an image in its own pixels. */
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

/** What people choose: a shape, how close, and the point that stays in sight, both 0 to 1 of the image. */
export interface Framing {
  /** Width over height; undefined keeps the image's own. */
  ratio: number | undefined
  /** 1 shows as much as the shape allows, 4 a quarter of its sides. */
  zoom: number
  focus: { x: number; y: number }
}

/** The part that a framing cuts out: as large as shape and zoom allow, around the focus, never beyond an edge. */
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

/** The framing that cuts out a part, as far as one can tell. */
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

/** Whether a part is the whole image. */
export function isWhole(size: ImageSize, part: CropRange): boolean {
  return part.width >= size.width && part.height >= size.height
}

/** The part that an address of this service requests. */
export function partOf(url: string): CropRange | undefined {
  const [x, y, width, height] = (queryOf(url).get('crop') ?? '').split(',').map(Number)
  if (x === undefined || y === undefined || !width || !height || [x, y].some(Number.isNaN)) return undefined
  return { x, y, width, height }
}

/** The URL of the whole image: without crop and signature. Other parameters stay. */
export function wholeUrl(url: string): string {
  const query = queryOf(url)
  for (const name of ['crop', 'sig', 'exp']) query.delete(name)
  return withQuery(url, query)
}

/** What the service signs for a part of an image: the crop, and what the URL requests besides. */
export function cropRequest(url: string, part: CropRange): { id: string; parameters: Record<string, string | number> } {
  const parameters: Record<string, string | number> = {}
  for (const [name, value] of queryOf(wholeUrl(url))) {
    if (numeric.has(name)) parameters[name] = Number(value)
    else if (textual.has(name)) parameters[name] = value
  }
  parameters['crop'] = `${part.x},${part.y},${part.width},${part.height}`
  return { id: /\/cdn\/(ast_[^/?#]+)/.exec(url)?.[1] ?? '', parameters }
}

/** The URL with the query of another one, which the service signed. */
export function withSignature(url: string, signed: string): string {
  return withQuery(url, queryOf(signed))
}

const numeric = new Set(['w', 'h', 'dpr', 'q'])
const textual = new Set(['fit', 'gravity', 'format', 'bg'])

/** Whether an address is one of the service's own images, which it can cut and scale. */
export function isOwnImage(url: string): boolean {
  return /(^|\/\/[^/]+)\/cdn\/ast_/.test(url)
}

/** A small one of the same image for a list; addresses of others stay as they are. */
export function thumbnailUrl(url: string, width: number): string {
  const query = queryOf(url)
  // A signature holds for its own parameters only.
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
