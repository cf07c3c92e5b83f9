import type { ImageFacts } from '../../email/image/index.ts'
import type { Asset } from './contract.ts'
import type { AssetRow } from './store.ts'

const whole = 10_000

/** `cdnUrl` is the public URL of the CDN host. */
export function presentAsset(row: AssetRow, cdnUrl: string): Asset {
  const facts = factsOf(row)
  const focal = focalPointOf(row)
  return {
    id: row.id,
    name: row.name,
    external_id: row.externalId,
    metadata: row.metadata,
    kind: row.kind,
    mime: row.mime,
    bytes: row.bytes,
    sha256: row.contentHash,
    ...(facts === undefined ? {} : { width: facts.width, height: facts.height }),
    ...(facts === undefined || facts.frames === 1 ? {} : { frames: facts.frames }),
    ...(row.alt === null ? {} : { alt: row.alt }),
    tags: row.tags,
    folder: row.folder,
    ...(focal === undefined ? {} : { focal_point: focal }),
    ...(row.placeholder === null ? {} : { placeholder: row.placeholder }),
    url: cdnUrl + pathOf(row),
    version: row.version,
    revision: row.revision,
    created_by: { kind: row.createdByKind, id: row.createdById, name: row.createdByName },
    created_at: new Date(row.createdAt).toISOString(),
    updated_at: new Date(row.updatedAt).toISOString(),
  }
}

/** The path of an asset on the CDN host, as written in documents: another one for each version of its content. */
export function pathOf({ id, name, version }: Pick<AssetRow, 'id' | 'name' | 'version'>): string {
  return `/cdn/${addressOf(id, version)}/${encodeURIComponent(name)}`
}

/** The segment of a path on the CDN host that names the file: the id, and the version of all files but the first. */
export function addressOf(id: string, version: number): string {
  return version === 1 ? id : `${id}.${version}`
}

/** The file that `addressOf` names; a text that names none has an id that no asset has. */
export function fileAt(address: string): { id: string; version: number } {
  const [, id = address, version = '1'] = /^([^.]+)\.([1-9]\d{0,8})$/.exec(address) ?? []
  return { id, version: Number(version) }
}

/** Undefined for files that are not images. */
export function factsOf({ facts }: Pick<AssetRow, 'facts'>): ImageFacts | undefined {
  return facts === null ? undefined : (facts as object as ImageFacts)
}

/** Coordinates as fractions of width and height. */
export function focalPointOf({
  focalX,
  focalY,
}: Pick<AssetRow, 'focalX' | 'focalY'>): { x: number; y: number } | undefined {
  return focalX === null || focalY === null ? undefined : { x: focalX / whole, y: focalY / whole }
}

/** Storage columns of a focal point. */
export function focalColumns(point: { x: number; y: number } | null) {
  return point === null
    ? { focalX: null, focalY: null }
    : { focalX: Math.round(point.x * whole), focalY: Math.round(point.y * whole) }
}
