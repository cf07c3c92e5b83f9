import { limits } from '../../../kernel/limits.ts'
import { OutboundError, type Send } from '../../../platform/net/index.ts'

/** An image stored by this service, by its path on the CDN host (`/cdn/…`); undefined if there is none. */
export type ReadImage = (path: string) => Promise<{ bytes: Uint8Array } | undefined>

export interface ImageSource {
  readImage: ReadImage
  send: Send
  /** Public URL of the CDN host, without a trailing slash. */
  cdnUrl: string
}

/** `src` is the URL as written in the page. */
export interface FoundImage {
  src: string
  bytes: Uint8Array
}

/** Concurrent requests. */
const abreast = 6

/**
 * Fetches images: the service's own from storage, those of other hosts through the guarded client. Images that time out or
 * exceed a limit are omitted; `isWhole` is false if a retry may load more.
 */
export async function fetchImages(
  addresses: readonly string[],
  source: ImageSource,
): Promise<{ images: FoundImage[]; isWhole: boolean }> {
  const end = AbortSignal.timeout(limits.thumbnailFetchSeconds * 1000)
  const queue = addresses.slice(0, limits.thumbnailImages)
  const found = new Map<string, Uint8Array>()
  let left = limits.thumbnailImagesBytes
  let isWhole = true
  const work = async () => {
    for (let src = queue.shift(); src !== undefined; src = queue.shift()) {
      const fetched = await fetchOne(src, source, end)
      if (fetched === 'later') isWhole = false
      else if (fetched !== undefined && fetched.length <= left) {
        left -= fetched.length
        found.set(src, fetched)
      }
    }
  }
  await Promise.all(Array.from({ length: abreast }, work))
  // In page order, independent of the order of arrival.
  const images = addresses.flatMap((src) => {
    const bytes = found.get(src)
    return bytes === undefined ? [] : [{ src, bytes }]
  })
  return { images, isWhole }
}

/** Undefined if the image is missing or not allowed, `later` if a retry may succeed. */
async function fetchOne(
  src: string,
  { readImage, send, cdnUrl }: ImageSource,
  signal: AbortSignal,
): Promise<Uint8Array | 'later' | undefined> {
  const path = src.startsWith('/cdn/') ? src : src.startsWith(`${cdnUrl}/cdn/`) ? src.slice(cdnUrl.length) : undefined
  if (path !== undefined) return (await readImage(path))?.bytes
  if (src.startsWith('data:')) return readData(src)
  if (!/^https?:/i.test(src)) return undefined
  try {
    const { status, body } = await send({
      method: 'GET',
      url: src,
      headers: { Accept: 'image/webp,image/png,image/jpeg,image/gif' },
      timeoutMs: limits.thumbnailFetchSeconds * 1000,
      maxBodyBytes: limits.thumbnailImageBytes,
      onTooLarge: 'refuse',
      redirects: 3,
      signal,
    })
    if (status === 200) return body
    return status >= 500 || status === 429 ? 'later' : undefined
  } catch (error) {
    return isLasting(error) ? undefined : 'later'
  }
}

const lasting = new Set(['invalid_url', 'blocked_address', 'too_large'])

// Blocked or oversized images fail again on a retry.
function isLasting(error: unknown): boolean {
  return error instanceof OutboundError && lasting.has(error.kind)
}

function readData(src: string): Uint8Array | undefined {
  const [, base64 = ''] = /^data:image\/[a-z+.-]+;base64,([A-Za-z0-9+/=\s]*)$/.exec(src) ?? []
  try {
    return base64 === '' ? undefined : Uint8Array.fromBase64(base64)
  } catch {
    return undefined
  }
}
