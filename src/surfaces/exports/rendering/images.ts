import { type ZipFile, imageExtension } from '../../../email/formats/index.ts'
import { fail } from '../../../kernel/errors/index.ts'
import { limits } from '../../../kernel/limits.ts'
import type { Workers } from '../../../platform/jobs/index.ts'
import type { ExportWarning } from '../contract.ts'
import type { ExportOptions } from '../options.ts'
import { type Collect, ownPath } from './fetch-images.ts'
import { findImageUrls, replaceImageUrls } from './image-urls.ts'

export interface Placing {
  cdnUrl: string
  collect: Collect
  workers: Pick<Workers, 'runWithin'>
  options?: Pick<ExportOptions, 'remote_images' | 'strict'> | undefined
  signal?: AbortSignal | undefined
}

/**
 * Points the images of an HTML text to the target of the `images` option, and returns the files to pack beside it. A gray
 * placeholder replaces a missing image, with a warning; with `strict`, EXPORT_IMAGE_MISSING.
 */
export async function placeImages(
  html: string,
  mode: NonNullable<ExportOptions['images']>,
  { cdnUrl, collect, workers, options = {}, signal }: Placing,
): Promise<{ html: string; files: ZipFile[]; warnings: ExportWarning[] }> {
  const map = new Map<string, string>()
  // The ESP fills in merge tags, so their URLs are not known here.
  const found = await findImageUrls(html, workers)
  const addresses = found.filter((address) => !/\{\{|\{%|zq\d+qz/.test(address))
  for (const address of addresses) {
    const path = ownPath(address, cdnUrl)
    if (path !== undefined) map.set(address, cdnUrl + path)
  }
  if (mode === 'absolute') return { html: await replaceImageUrls(html, map, workers), files: [], warnings: [] }
  const wanted = addresses.filter(
    (address) => options.remote_images !== 'keep' || ownPath(address, cdnUrl) !== undefined,
  )
  const packed = wanted.slice(0, limits.exportImages)
  const tooMany = wanted.slice(limits.exportImages)
  const warnings = tooMany.map((address) =>
    warningOf(address, `The image keeps its URL, because an export packs at most ${limits.exportImages} images.`),
  )
  const files = new Map<string, ZipFile>()
  const images = await collect(packed, signal)
  for (const address of packed) {
    const collected = images.get(address) ?? { missing: 'it was not fetched' }
    const isMissing = 'missing' in collected
    if (isMissing) {
      warnings.push(warningOf(address, `A gray placeholder replaces the image, because ${collected.missing}.`))
    }
    const image = isMissing ? placeholder : collected
    if (mode === 'data') map.set(address, dataAddress(image))
    else {
      const name = isMissing ? placeholder.name : await imageName(address, image)
      files.set(name, { name, content: image.bytes })
      map.set(address, name)
    }
  }
  if (options.strict === true && warnings.length > 0) refuse(warnings)
  return { html: await replaceImageUrls(html, map, workers), files: [...files.values()], warnings }
}

// 8 × 8 pixels of light gray, which stretch to the size of the image in the email.
const placeholder = {
  name: 'images/missing.png',
  mime: 'image/png',
  bytes: Uint8Array.fromBase64(
    'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAAAAADhZOFXAAAADklEQVR42mN4BgUMlDEAFsA5gWrt0dMAAAAASUVORK5CYII=',
  ),
}

function warningOf(address: string, message: string): ExportWarning {
  return {
    code: 'IMAGE_NOT_PACKED',
    path: address.length > 500 ? `${address.slice(0, 500)}…` : address,
    message,
  }
}

function refuse(warnings: readonly ExportWarning[]): never {
  return fail('EXPORT_IMAGE_MISSING', {
    issues: warnings.map(({ message, path = '' }) => ({ path, message })),
  })
}

function dataAddress({ bytes, mime }: { bytes: Uint8Array; mime: string }): string {
  return `data:${mime};base64,${bytes.toBase64()}`
}

/** A file name in the folder `images/`, derived from URL and bytes: plain ASCII, valid on every system. */
export async function imageName(
  address: string,
  { bytes, mime }: { bytes: Uint8Array; mime: string },
): Promise<string> {
  const path = address.replace(/[?#].*$/s, '')
  const last = path.slice(path.lastIndexOf('/') + 1)
  const stem = last
    .replace(/\.[A-Za-z0-9]+$/, '')
    .replace(/%[0-9A-Fa-f]{2}|[^A-Za-z0-9_-]+/g, '-')
    .replace(/^-+|(?<!-)-+$/g, '')
    .slice(0, 60)
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes.slice()))
  return `images/${stem || 'image'}-${digest.toHex().slice(0, 8)}.${imageExtension(mime)}`
}
