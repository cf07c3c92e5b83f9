import type { DocumentAsset, EmailDocument, Operation } from '../../email/document/index.ts'
import type { ApiAsset } from '../bridge/index.ts'
import { type CropRange, partOf } from './cropping.ts'

/** An image for a block: what `src` says, and what the document has to know of it so that its size is known everywhere. */
export interface Picked {
  src: string
  operations: Operation[]
  alt: string | undefined
}

/** An image of the library as a block takes it. */
export function pickAsset({ id, url, width, height, mime, alt }: ApiAsset): Picked {
  // Without its size it stands as an address; whoever reads the email finds out.
  if (width === null || height === null) return { src: url, operations: [], alt: alt ?? undefined }
  return { ...pickRecord(id, { url, width, height, mime }), alt: alt ?? undefined }
}

/** The same image with another part of it, or all of it, at the URL that shows it. */
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

/** Where an image is, and what the document knows of it. */
export function imageOf(
  { assets = {} }: EmailDocument,
  src: unknown,
): { url: string; asset: DocumentAsset | undefined } {
  const asset = typeof src === 'string' && Object.hasOwn(assets, src) ? assets[src] : undefined
  return { url: asset?.url ?? (typeof src === 'string' ? src : ''), asset }
}

/** The part of its image that a block shows. */
export function shownPart(asset: DocumentAsset): CropRange | undefined {
  return partOf(asset.url)
}

function pickRecord(key: string, record: DocumentAsset) {
  return { src: key, operations: [{ op: 'settings' as const, props: { assets: { [key]: record } } }] }
}
