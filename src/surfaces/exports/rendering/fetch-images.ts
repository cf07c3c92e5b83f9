/** The images of emails as bytes: the service's own from storage, those of other hosts through the guarded client. */
import { headBytes, typeOfFile } from '../../../email/image/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { OutboundError, type Send } from '../../../platform/net/index.ts'
import type { SignImageUrls } from '../../templates/index.ts'

/** An image stored by this service, by its path on the CDN host (`/cdn/…`); undefined if there is none. */
export type ReadImage = (path: string) => Promise<{ bytes: Uint8Array; mime: string } | undefined>

export interface ImageSource {
  readImage: ReadImage
  /** The guarded client for other hosts. */
  send: Send
  /** Public URL of the CDN host, without a trailing slash. */
  cdnUrl: string
  /** Undefined unless transformations require signed URLs. */
  signImages?: SignImageUrls | undefined
}

/** An image, or the reason for its absence, worded to follow “…, because”. */
export type ExportImage = { bytes: Uint8Array; mime: string } | { missing: string }

/** Images by URL as written in the page. */
export type Collect = (addresses: readonly string[], signal?: AbortSignal) => Promise<Map<string, ExportImage>>

/** Concurrent requests. */
const abreast = 6
const authorized = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])

/**
 * Collects the images of one email after the other. Limits per image are `limits.exportImageBytes` and `exportImageSeconds`,
 * per email `exportImagesBytes` and `exportImagesSeconds`. An image in several emails is fetched once, and a host that did
 * not respond is not contacted again. Nothing is fetched after `over` has aborted. Never fails: a missing image has a
 * reason.
 */
export function createCollector(source: ImageSource, over?: AbortSignal): Collect {
  const memory = new Memory()
  return async (addresses, signal) => {
    const time = AbortSignal.timeout(limits.exportImagesSeconds * 1000)
    const end = AbortSignal.any([time, signal, over].filter((each) => each !== undefined))
    const queue = [...new Set(addresses)]
    const found = new Map<string, ExportImage>()
    let left: number = limits.exportImagesBytes
    const work = async () => {
      for (let address = queue.shift(); address !== undefined; address = queue.shift()) {
        const image = memory.get(address) ?? (await collectOne(address, { source, memory, end }))
        const size = 'bytes' in image ? image.bytes.length : 0
        const fits = size <= left
        if (fits) left -= size
        const tooMuch = `the images of an email are limited to ${limits.exportImagesBytes / 1_048_576} MiB in total`
        found.set(address, fits ? image : { missing: tooMuch })
      }
    }
    await Promise.all(Array.from({ length: abreast }, work))
    return found
  }
}

/** The path of a URL on our own CDN host; undefined for other hosts. */
export function ownPath(address: string, cdnUrl: string): string | undefined {
  if (address.startsWith('/cdn/')) return address
  return address.startsWith(`${cdnUrl}/cdn/`) ? address.slice(cdnUrl.length) : undefined
}

async function collectOne(
  address: string,
  { source, memory, end }: { source: ImageSource; memory: Memory; end: AbortSignal },
): Promise<ExportImage> {
  const path = ownPath(address, source.cdnUrl)
  if (path !== undefined) return (await source.readImage(path)) ?? { missing: 'this service does not have it' }
  if (address.startsWith('data:')) return readData(address)
  const url = URL.parse(address)
  if (url === null || !/^https?:$/.test(url.protocol)) return { missing: 'its URL is not an http or https URL' }
  if (memory.isSilent(url.host)) return { missing: `${url.host} did not respond before` }
  const image = await fetchImage(address, source.send, end)
  if ('isSilent' in image) memory.noteSilence(url.host)
  else memory.keep(address, image)
  return image
}

function readData(address: string): ExportImage {
  const [, mime = '', base64 = ''] = /^data:(image\/[a-z]+);base64,([A-Za-z0-9+/=\s]*)$/.exec(address) ?? []
  try {
    if (authorized.has(mime)) return { bytes: Uint8Array.fromBase64(base64), mime }
  } catch {
    // Invalid base64.
  }
  return { missing: 'the embedded image is not a PNG, JPEG, GIF or WebP' }
}

async function fetchImage(url: string, send: Send, signal: AbortSignal): Promise<ExportImage & { isSilent?: true }> {
  try {
    const { body, status } = await send({
      method: 'GET',
      url,
      headers: { Accept: 'image/png,image/jpeg,image/gif,image/webp;q=0.9' },
      timeoutMs: limits.exportImageSeconds * 1000,
      maxBodyBytes: limits.exportImageBytes,
      onTooLarge: 'refuse',
      redirects: limits.assetFetchRedirects,
      decompress: true,
      signal,
    })
    if (status !== 200) return { missing: `its host responded with ${status}` }
    const { mime } = typeOfFile(body.subarray(0, headBytes))
    return authorized.has(mime)
      ? { bytes: body, mime }
      : { missing: 'its host returned a file that is not a PNG, JPEG, GIF or WebP' }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    if (error.kind === 'aborted') return { missing: 'the time limit for the images of this email was exceeded' }
    const missing = `it could not be fetched: ${error.message.replace(/\.$/, '')}`
    return ['timeout', 'connect', 'dns'].includes(error.kind) ? { missing, isSilent: true } : { missing }
  }
}

/** Bounded cache of images and unresponsive hosts, shared by the emails of an export. */
class Memory {
  readonly #images = new Map<string, ExportImage>()
  readonly #silent = new Set<string>()
  #left: number = limits.exportImagesBytes

  get(address: string): ExportImage | undefined {
    return this.#images.get(address)
  }

  keep(address: string, image: ExportImage): void {
    const size = address.length + ('bytes' in image ? image.bytes.length : 0)
    if (size > this.#left) return
    this.#left -= size
    this.#images.set(address, image)
  }

  noteSilence(host: string): void {
    this.#silent.add(host)
  }

  isSilent(host: string): boolean {
    return this.#silent.has(host)
  }
}
