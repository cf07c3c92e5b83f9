/** Pictures of assets as addresses ask for them: found, made once, kept, answered. */
import {
  type Codec,
  type ImageFacts,
  type Wish,
  needsPixels,
  stripMetadata,
  transformImage,
} from '../../../engines/image/index.ts'
import { ServiceError, fail } from '../../../kernel/errors/index.ts'
import { limits } from '../../../kernel/limits.ts'
import type { Blobs } from '../../../platform/blobs/index.ts'
import type { Vault } from '../../../platform/identity/index.ts'
import { TaskTimeout, type WorkerPool } from '../../../platform/jobs/index.ts'
import type { Log } from '../../../platform/log/index.ts'
import type { Store } from '../../../platform/storage/index.ts'
import {
  type AssetRow,
  type PictureQuery,
  assetKey,
  factsOf,
  focalPointOf,
  judgePicture,
  readPictureQuery,
  variantFolder,
} from '../../assets/index.ts'
import { createFindAsset } from './find-asset.ts'
import { createGate } from './gate.ts'
import { type Reading, nameOfReading, readWish, varies } from './read-wish.ts'
import { type VariantRoom, createVariants } from './variants.ts'

export interface PictureParts {
  store: Store
  blobs: Blobs
  workers: WorkerPool
  vault: Vault
  log: Log
  /** Works beside this thread. */
  codec: Codec
  /** Pictures that are made at the same time. */
  atOnce: number
  room?: VariantRoom
}

/** A file that an address leads to, and how it may be kept. */
export type Found =
  | ({ kind: 'picture'; bytes: Uint8Array } & Kept)
  /** A picture too large to be held in memory for each who asks. */
  | ({ kind: 'stored'; key: string; size: number } & Kept)
  | { kind: 'file'; key: string; size: number; mime: string; etag: string; name: string }

interface Kept {
  mime: string
  etag: string
  cacheControl: string
  vary?: 'Accept'
}

export type Pictures = ReturnType<typeof createPictures>

/** Bytes of a picture that is read while it is answered. */
const largePicture = 1024 * 1024

/** More pixels than this with alpha are held in memory several times over, so that only one such picture is made at once. */
const heavyPixels = 8_000_000

const untriedMs = 60_000

const forever = 'public, max-age=31536000, immutable'
// No longer, for somebody may move the focal point.
const forAnHour = 'public, max-age=3600'

const mimes = { jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp', gif: 'image/gif' }

/** What answers for assets on the CDN host. */
export function createPictures({ store, blobs, workers, vault, log, codec, atOnce, room }: PictureParts) {
  const find = createFindAsset(store)
  const variants = createVariants({ blobs, log, prefix: variantFolder }, room)
  const gate = createGate({ atOnce, waiting: limits.imageQueue })
  /** Until when assets are not tried again, of which a picture occupied a thread for as long as it may. */
  const tooSlow = new Map<string, number>()
  const heavyGate = createGate({ atOnce: 1, waiting: 4 })

  function noteTooSlow(id: string, now: number): void {
    for (const [each, untilMs] of tooSlow) if (untilMs <= now) tooSlow.delete(each)
    tooSlow.set(id, now + untriedMs)
  }

  async function make(row: AssetRow, facts: ImageFacts, reading: Reading): Promise<Uint8Array> {
    const bytes = (await blobs.get(assetKey(row.id))) ?? fail('FILE_NOT_FOUND')
    if (reading === 'as it is') return facts.format === 'svg' ? bytes : stripMetadata(bytes, facts.format)
    const made = await transform(row.id, bytes, { facts, wish: reading })
    return (
      made ?? fail('TRANSFORM_INVALID', `The crop lies outside of the picture of ${facts.width} × ${facts.height}.`)
    )
  }

  async function transform(
    id: string,
    bytes: Uint8Array,
    { facts, wish }: { facts: ImageFacts; wish: Wish },
  ): Promise<Uint8Array | undefined> {
    if (Date.now() < (tooSlow.get(id) ?? 0)) fail('TRANSFORM_INVALID', 'Making the picture took too long.')
    if (facts.format !== 'svg' && !needsPixels(facts, wish)) return transformImage(bytes, facts, { wish, codec })
    const seconds = facts.format === 'svg' ? limits.svgSeconds : limits.imageSeconds
    const work = workers
      .forCaller({ partition: { kind: 'anonymous' } })
      .runWithin<Uint8Array | undefined>(seconds * 1000, 'transformImage', {
        bytes,
        facts,
        wish,
      })
    return work.catch((error: unknown) => {
      if (error instanceof TaskTimeout) noteTooSlow(id, Date.now())
      if (facts.format !== 'svg' && !(error instanceof TaskTimeout)) throw error
      const says = error instanceof Error ? error.message : String(error)
      return fail('TRANSFORM_INVALID', { detail: `The picture cannot be made: ${says}`, cause: error })
    })
  }

  function isHeavy({ width, height, hasAlpha, format }: ImageFacts): boolean {
    return hasAlpha && format !== 'svg' && width * height > heavyPixels
  }

  async function open(id: string, { query, accept }: { query: PictureQuery; accept: string | null }): Promise<Found> {
    const row = (await find(id)) ?? fail('FILE_NOT_FOUND')
    const { sig: _, exp: __, ...asked } = query
    const state = judgePicture(vault, id, query, Date.now())
    if (state === 'invalid') fail('LINK_INVALID')
    if (state === 'expired') fail('LINK_EXPIRED')
    const facts = factsOf(row)
    const tag = row.contentHash.slice(0, 16)
    if (facts === undefined) {
      if (Object.keys(asked).length > 0)
        fail('TRANSFORM_INVALID', `A file of type ${row.mime} cannot be made into another picture.`)
      return { kind: 'file', key: assetKey(id), size: row.bytes, mime: row.mime, etag: `"${tag}"`, name: row.name }
    }
    const reader = { facts, focal: focalPointOf(row), takesWebp: takesWebp(accept), isSigned: state === 'valid' }
    const reading = readWish(asked, reader)
    const name = nameOfReading(reading)
    const kept: Kept = {
      mime: mimes[reading === 'as it is' ? (facts.format as keyof typeof mimes) : reading.format],
      etag: `"${tag}.${name}"`,
      cacheControl: asked.gravity === 'focal' ? forAnHour : forever,
      ...(varies(asked, facts) ? { vary: 'Accept' as const } : {}),
    }
    if (reading === 'as it is' && row.bytes > largePicture) {
      const key = `${variantFolder}${id}/${name}`
      const size = await blobs.size(key)
      if (size !== undefined) return { kind: 'stored', key, size, ...kept }
    }
    const bytes = await variants.get(`${id}/${name}`, () =>
      isHeavy(facts)
        ? heavyGate.run(() => gate.run(() => make(row, facts, reading)))
        : gate.run(() => make(row, facts, reading)),
    )
    return { kind: 'picture', bytes, ...kept }
  }

  return {
    /**
     * What the address of an asset leads to. `accept` is what the client says it takes. FILE_NOT_FOUND, LINK_INVALID and
     * LINK_EXPIRED for a wrong signature, TRANSFORM_INVALID, IMAGES_BUSY.
     */
    open,

    /** The picture that a path on the CDN host leads to, as a mail client gets it; undefined when it leads to none. */
    async read(path: string): Promise<{ bytes: Uint8Array; mime: string } | undefined> {
      const [, id, search = ''] = /^\/cdn\/(ast_[^/?#]+)\/[^/?#]+(?:\?([^#]*))?$/.exec(path) ?? []
      const query = id === undefined ? undefined : readPictureQuery(search)
      if (id === undefined || query === undefined) return undefined
      const found = await open(id, { query, accept: null }).catch((error: unknown) => {
        // Nothing to pack: the address stays in the email as it is.
        if (error instanceof ServiceError) return undefined
        throw error
      })
      if (found === undefined || found.kind === 'file') return undefined
      const bytes = found.kind === 'picture' ? found.bytes : await blobs.get(found.key)
      return bytes && { bytes, mime: found.mime }
    },
  }
}

// `*/*` is what programs say that never looked at a picture.
function takesWebp(accept: string | null): boolean {
  const range = accept?.split(',').find((part) => /^\s*image\/webp\s*(;|$)/i.test(part))
  return range !== undefined && !/;\s*q=0(\.0*)?\s*$/i.test(range)
}
