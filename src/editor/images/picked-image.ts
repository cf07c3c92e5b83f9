import type { DocumentAsset, EmailDocument, Operation } from '../../email/document/index.ts'
import type { ApiAsset, HostImage } from '../bridge/index.ts'
import { type CropRange, partOf } from './cropping.ts'

/** Image for a block: its `src`, and the operations that add its size to the document. */
export interface PickedImage {
  src: string
  operations: Operation[]
  alt: string | undefined
  /** Where `src` is the id of an image of the document. */
  url?: string
}

export function pickAsset({ id, url, width, height, mime, alt }: ApiAsset): PickedImage {
  // Without a size only the URL is stored; the size is determined when the document is read.
  if (width === null || height === null) return { src: url, operations: [], alt: alt ?? undefined }
  return { ...pickRecord(id, { url, width, height, mime }), alt: alt ?? undefined, url }
}

/** An image of the host page, of which only the URL is stored. */
export function pickHostImage({ url, alt }: HostImage): PickedImage {
  return { src: url, operations: [], alt }
}

/** The same image with another crop, or without one. */
export function pickPart(
  src: string,
  asset: DocumentAsset,
  { url, whole, part }: { url: string; whole: { width: number; height: number }; part: CropRange | undefined },
) {
  const id = src.replace(/-\d+-\d+-\d+-\d+$/, '')
  const key = part === undefined ? id : `${id}-${part.x}-${part.y}-${part.width}-${part.height}`
  const { width, height } = part ?? whole
  return { ...pickRecord(key, { ...asset, url, width, height }), alt: undefined }
}

/** URL of an image, and its metadata in the document. */
export function imageOf(
  { assets = {} }: EmailDocument,
  src: unknown,
): { url: string; asset: DocumentAsset | undefined } {
  const asset = typeof src === 'string' && Object.hasOwn(assets, src) ? assets[src] : undefined
  return { url: asset?.url ?? (typeof src === 'string' ? src : ''), asset }
}

export function shownPart(asset: DocumentAsset): CropRange | undefined {
  return partOf(asset.url)
}

function pickRecord(key: string, record: DocumentAsset) {
  return { src: key, operations: [{ op: 'settings' as const, props: { assets: { [key]: record } } }] }
}
