import { type ZipFile, imageExtension, listImages, rewriteImages } from '../../../engines/formats/index.ts'
import { limits } from '../../../kernel/limits.ts'
import type { ExportOptions, ExportWarning } from '../contract.ts'

/** An image that this service itself holds, by its path on the CDN host (`/cdn/…`); undefined when there is none. */
export type ReadImage = (path: string) => Promise<{ bytes: Uint8Array; mime: string } | undefined>

export interface ImageSource {
  readImage: ReadImage
  /** Public address of the CDN host, without a slash at its end. */
  cdnUrl: string
}

/**
 * Leads the images of an HTML text to where the option says, with the files that have to go beside it. Images of other
 * hosts stay where they are, each with a warning.
 */
export async function placeImages(
  html: string,
  mode: NonNullable<ExportOptions['images']>,
  { readImage, cdnUrl }: ImageSource,
): Promise<{ html: string; files: ZipFile[]; warnings: ExportWarning[] }> {
  const map = new Map<string, string>()
  const files = new Map<string, ZipFile>()
  const warnings: ExportWarning[] = []
  for (const address of listImages(html)) {
    const path = ownPath(address, cdnUrl)
    // A merge tag is filled by the mailing system; what it will name cannot be known here.
    if (address.includes('{{') || address.includes('{%')) continue
    if (path !== undefined) map.set(address, cdnUrl + path)
    if (mode === 'absolute') continue
    const image = path === undefined || map.size > limits.exportImages ? undefined : await readImage(path)
    if (!image) warnings.push(notPacked(address, path, map.size))
    else if (mode === 'data') map.set(address, dataAddress(image))
    else {
      const name = await imageName(address, image)
      files.set(name, { name, content: image.bytes })
      map.set(address, name)
    }
  }
  return { html: rewriteImages(html, map), files: [...files.values()], warnings }
}

function ownPath(address: string, cdnUrl: string): string | undefined {
  if (address.startsWith('/cdn/')) return address
  return address.startsWith(`${cdnUrl}/cdn/`) ? address.slice(cdnUrl.length) : undefined
}

function notPacked(address: string, path: string | undefined, count: number): ExportWarning {
  const because =
    path === undefined
      ? 'it is on another host'
      : count > limits.exportImages
        ? `an export packs at most ${limits.exportImages} images`
        : 'this service does not hold it'
  return {
    code: 'IMAGE_NOT_PACKED',
    path: address.length > 500 ? `${address.slice(0, 500)}…` : address,
    message: `The image keeps its address, because ${because}.`,
  }
}

function dataAddress({ bytes, mime }: { bytes: Uint8Array; mime: string }): string {
  return `data:${mime};base64,${bytes.toBase64()}`
}

// Plain ASCII, because the address in the HTML and the name in the archive must agree on every system.
async function imageName(address: string, { bytes, mime }: { bytes: Uint8Array; mime: string }): Promise<string> {
  const path = address.replace(/[?#].*$/s, '')
  const last = path.slice(path.lastIndexOf('/') + 1)
  const stem = last
    .replace(/\.[A-Za-z0-9]+$/, '')
    .replace(/%[0-9A-Fa-f]{2}|[^A-Za-z0-9_-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes.slice()))
  return `images/${stem || 'image'}-${digest.toHex().slice(0, 8)}.${imageExtension(mime)}`
}
