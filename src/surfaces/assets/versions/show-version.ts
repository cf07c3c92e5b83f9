/** Writes another version of the file of an asset into the URLs of a document. */
import { addressOf, fileAt } from '../present.ts'
import { type ImageParameters, type ImageQuery, readImageQuery } from '../image-query.ts'

interface Size {
  width: number
  height: number
}

export interface ShownVersion {
  assetId: string
  version: number
  mime: string
  /** Sizes of the images of all versions in px; none for files. */
  sizes: ReadonlyMap<number, Size>
  /** The query of a signed URL with these parameters. `expiresAt` in Unix ms. */
  sign(parameters: ImageParameters, expiresAt: number | undefined): string
}

/** Blocks may state sizes up to this many px. */
const maxHeight = 4000

/**
 * Returns `content` with the URLs of the version; the same object if it has no others. Where the new image has another size,
 * crops of the old one are removed, and stated heights follow its ratio.
 */
export function showVersion<Content extends object>(content: Content, shown: ShownVersion): Content {
  const records = recordsIn(content, shown)
  return change(content, shown, records) as Content
}

interface Address {
  version: number
  isCropped: boolean
  /** Size that the document states for the image, or for the part that is shown. */
  stated?: Size
}

/** Images of a document by key, as far as they show another version. */
function recordsIn(content: object, shown: ShownVersion): Map<string, Address> {
  const records = new Map<string, Address>()
  const { assets } = content as { assets?: Record<string, { url?: unknown } & Size> }
  for (const [key, { height, url, width }] of Object.entries(assets ?? {})) {
    const address = foundIn(url, shown)
    if (address !== undefined) records.set(key, { ...address, stated: { width, height } })
  }
  return records
}

function foundIn(url: unknown, { assetId, version }: ShownVersion): Address | undefined {
  if (typeof url !== 'string') return undefined
  const [, found, search = ''] = addressPattern(assetId, '').exec(url) ?? []
  if (found === undefined) return undefined
  const is = versionIn(found)
  return is === version ? undefined : { version: is, isCropped: readImageQuery(search.slice(1))?.crop !== undefined }
}

function versionIn(path: string): number {
  return fileAt(path.split('/')[2] ?? '').version
}

// The path with an optional version, and the query, in URLs of documents and of HTML in them.
function addressPattern(assetId: string, flags: string): RegExp {
  return new RegExp(`(/cdn/${assetId}(?:\\.\\d+)?/[^/?#"'\\s<>()\\\\]+)(\\?[^#"'\\s<>()\\\\]*)?`, flags)
}

function change(value: unknown, shown: ShownVersion, records: ReadonlyMap<string, Address>): unknown {
  if (typeof value === 'string') return value.includes(shown.assetId) ? changeText(value, shown) : value
  if (Array.isArray(value)) {
    const next = value.map((each) => change(each, shown, records))
    return next.some((each, index) => each !== value[index]) ? next : value
  }
  if (typeof value !== 'object' || value === null) return value
  const before = value as Record<string, unknown>
  const next: Record<string, unknown> = {}
  let isSame = true
  for (const [name, member] of Object.entries(before)) {
    next[name] = change(member, shown, records)
    if (next[name] !== member) isSame = false
  }
  const sizes = sizesOf(before, shown, records)
  return isSame && sizes === undefined ? value : { ...next, ...sizes }
}

/** Width, height and type of an object that shows the image under its `url` or `src`; undefined if they stay. */
function sizesOf(
  object: Record<string, unknown>,
  shown: ShownVersion,
  records: ReadonlyMap<string, Address>,
): Record<string, unknown> | undefined {
  const { height, src, url, width } = object
  const record = foundIn(url, shown)
  const address = record ?? (typeof src === 'string' ? (records.get(src) ?? foundIn(src, shown)) : undefined)
  const [before, now] = [address && shown.sizes.get(address.version), shown.sizes.get(shown.version)]
  if (address === undefined || before === undefined || now === undefined) return undefined
  const type = record !== undefined && 'mime' in object ? { mime: shown.mime } : {}
  const isSameSize = before.width === now.width && before.height === now.height
  if (typeof width !== 'number' || typeof height !== 'number' || isSameSize) return type
  if (record !== undefined && (address.isCropped || (width === before.width && height === before.height)))
    return { ...type, ...now }
  const { stated = before } = address
  // A height that distorts the image was chosen.
  if (Math.abs((width * stated.height) / (height * stated.width) - 1) > 0.02) return type
  return { ...type, height: Math.min(maxHeight, Math.max(1, Math.round((width * now.height) / now.width))) }
}

function changeText(text: string, shown: ShownVersion): string {
  return text.replace(addressPattern(shown.assetId, 'g'), (whole, path: string, search: string | undefined) => {
    const version = versionIn(path)
    if (version === shown.version) return whole
    const next = path.split('/').with(2, addressOf(shown.assetId, shown.version)).join('/')
    return next + (search === undefined ? '' : changeSearch(search, shown, version))
  })
}

function changeSearch(search: string, { sign, sizes, version }: ShownVersion, from: number): string {
  const query = readImageQuery(search.slice(1))
  const [before, now] = [sizes.get(from), sizes.get(version)]
  const isSameSize = before?.width === now?.width && before?.height === now?.height
  if (query?.crop === undefined || isSameSize) return search
  const { crop: _, exp, sig, ...parameters } = query
  const own = new Set(Object.keys(query))
  const others = search
    .slice(1)
    .split(/&(?:amp;)?/)
    .filter((pair) => !own.has(pair.split('=')[0] ?? ''))
  const parts = [...partsOf(parameters, sig === undefined ? undefined : { sign, exp }), ...others].filter(Boolean)
  return parts.length === 0 ? '' : `?${parts.join(search.includes('&amp;') ? '&amp;' : '&')}`
}

function partsOf(
  parameters: ImageParameters,
  signed: { sign: ShownVersion['sign']; exp: ImageQuery['exp'] } | undefined,
): string[] {
  if (Object.keys(parameters).length === 0) return []
  if (signed !== undefined)
    return signed.sign(parameters, signed.exp === undefined ? undefined : Number(signed.exp) * 1000).split('&')
  return Object.entries(parameters).map(([name, value]) => `${name}=${String(value)}`)
}
