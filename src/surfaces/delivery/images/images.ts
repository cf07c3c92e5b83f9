/** Image variants by URL: looked up, generated once, cached and served. */
import {
  type Codec,
  type ImageFacts,
  type TransformOptions,
  needsPixels,
  stripMetadata,
  transformImage,
} from '../../../email/image/index.ts'
import { ServiceError, fail } from '../../../kernel/errors/index.ts'
import { limits } from '../../../kernel/limits.ts'
import type { Blobs } from '../../../platform/blobs/index.ts'
import { type TakeClientQuota, createMemoryLimiter, workContext } from '../../../platform/http/index.ts'
import type { Vault } from '../../../platform/identity/index.ts'
import { TaskTimeout, type WorkerPool, movable } from '../../../platform/jobs/index.ts'
import type { Log } from '../../../platform/log/index.ts'
import type { Metrics } from '../../../platform/metrics/index.ts'
import { OverloadError, type WorkContext, createScheduler } from '../../../platform/scheduling/index.ts'
import type { Store } from '../../../platform/storage/index.ts'
import {
  type AssetRow,
  type ImageParameters,
  type ImageQuery,
  assetKey,
  factsOf,
  fileAt,
  focalPointOf,
  evaluateImage,
  readImageQuery,
  selectProjectsOf,
  variantFolder,
} from '../../assets/index.ts'
import { createFindAsset } from './find-asset.ts'
import { listedParameters, signedOnlyNames, signedOnlyOf } from './listed.ts'
import { type Reading, nameOfReading, readOptions, rendersOf, varies } from './read-options.ts'
import { createIsStored } from './stored-queries.ts'
import { type VariantUsage, createVariants } from './variants.ts'

export interface ImageDeps {
  store: Store
  blobs: Blobs
  workers: WorkerPool
  vault: Vault
  log: Log
  metrics: Metrics
  /** Runs in other threads. */
  codec: Codec
  /** Maximum number of concurrent transformations. */
  atOnce: number
  /**
   * What unsigned URLs get: `exact` any transformation, within a budget per image; `listed` the nearest listed one; `signed`
   * none.
   */
  imageUrls?: 'exact' | 'listed' | 'signed'
  room?: VariantUsage
}

export interface ImageRequest {
  /** Version of the file; the first one by default, whose URLs do not contain it. */
  version?: number
  query: ImageQuery
  accept: string | null
  /** The request of an anonymous client, with its rate limit for new variants; undefined for calls inside the service. */
  client?: { request: Request; takeRender: TakeClientQuota }
}

/** The file of a URL, with its caching headers. */
export type ServedImage =
  | ({ kind: 'picture'; bytes: Uint8Array } & CachedVariant)
  /** An image too large to be read into memory for each request. */
  | ({ kind: 'stored'; key: string; size: number } & CachedVariant)
  | { kind: 'file'; key: string; size: number; mime: string; etag: string; name: string }

interface Requested {
  row: AssetRow
  facts: ImageFacts
  asked: ImageParameters
  isSigned: boolean
}

interface CachedVariant {
  mime: string
  etag: string
  cacheControl: string
  vary?: 'Accept'
}

export type Images = ReturnType<typeof createImages>

/** Images larger than this many bytes are streamed. */
const largeImage = 1024 * 1024

/** Images with alpha above this number of pixels need several copies in memory, so only one is transformed at a time. */
const heavyPixels = 8_000_000

const untriedMs = 60_000

/** Maximum number of assets whose new variants are counted. */
const maxBudgets = 50_000

/** Maximum number of originals in memory to strip their metadata. */
const originalsAtOnce = 8

const remedy = 'POST /assets/{id}/links with the same parameters returns one'

const forever = 'public, max-age=31536000, immutable'
// Not longer, because the focal point may change.
const forAnHour = 'public, max-age=3600'
/** For another image served in place of the one that was requested. */
const forAMinute = 'public, max-age=60'

const mimes = { jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp', gif: 'image/gif' }

export function createImages({
  store,
  blobs,
  workers,
  vault,
  log,
  metrics,
  codec,
  atOnce,
  imageUrls = 'exact',
  room,
}: ImageDeps) {
  const find = createFindAsset(store)
  const variants = createVariants({ blobs, log, prefix: variantFolder, partitionsOf }, room)
  const isStored = createIsStored(store, log)
  const images = createScheduler({ name: 'images', slots: Math.max(2, atOnce) })
  /** Assets whose transformation timed out, with the time (Unix ms) until which it is not tried again. */
  const tooSlow = new Map<string, number>()
  const heavyImages = createScheduler({ name: 'heavy_images', slots: 1, bounds: { tasksPerPartition: 4 } })
  const originals = createScheduler({ name: 'original_images', slots: originalsAtOnce })
  /** New variants per asset that unsigned URLs requested. */
  const budgets = createMemoryLimiter(
    { requests: limits.assetVariants, seconds: limits.assetVariantSeconds },
    { maxBuckets: maxBudgets },
  )
  for (const each of [images, heavyImages, originals]) each.measure(metrics)

  async function partitionsOf(keys: readonly string[]): Promise<Map<string, string>> {
    const idOf = (key: string) => key.split('/')[0] ?? ''
    const projects = await selectProjectsOf(store.read, [...new Set(keys.map(idOf))])
    return new Map(keys.map((key) => [key, projects.get(idOf(key)) ?? '']))
  }

  function noteTooSlow(id: string, now: number): void {
    for (const [each, untilMs] of tooSlow) if (untilMs <= now) tooSlow.delete(each)
    tooSlow.set(id, now + untriedMs)
  }

  async function original(row: AssetRow, facts: ImageFacts): Promise<Uint8Array> {
    const bytes = (await blobs.get(assetKey(row))) ?? fail('FILE_NOT_FOUND')
    return facts.format === 'svg' ? bytes : stripMetadata(bytes, facts.format)
  }

  async function make(
    { row, facts, reading }: { row: AssetRow; facts: ImageFacts; reading: Reading },
    context: WorkContext,
  ): Promise<Uint8Array> {
    if (reading === 'as it is') return originals.run(context, () => original(row, facts))
    const work = async () => {
      const bytes = (await blobs.get(assetKey(row))) ?? fail('FILE_NOT_FOUND')
      context.signal?.throwIfAborted()
      return transform(`${row.id} ${row.version}`, bytes, { facts, options: reading, context })
    }
    const inTurn = () => images.run(context, work)
    const made = await (isHeavy(facts) ? heavyImages.run(context, inTurn) : inTurn())
    return made ?? fail('TRANSFORM_INVALID', `The crop is outside the image of ${facts.width} × ${facts.height}.`)
  }

  async function transform(
    id: string,
    bytes: Uint8Array,
    { facts, options, context }: { facts: ImageFacts; options: TransformOptions; context: WorkContext },
  ): Promise<Uint8Array | undefined> {
    if (Date.now() < (tooSlow.get(id) ?? 0)) fail('TRANSFORM_INVALID', 'The transformation took too long.')
    if (facts.format !== 'svg' && !needsPixels(facts, options)) return transformImage(bytes, facts, { options, codec })
    const seconds = facts.format === 'svg' ? limits.svgSeconds : limits.imageSeconds
    const work = workers.forCaller(context).runWithin<Uint8Array | undefined>(seconds * 1000, 'transformImage', {
      bytes: movable(bytes),
      facts,
      options,
    })
    return work.catch((error: unknown) => {
      // Overload and cancellation are not caused by the image.
      if (error instanceof OverloadError || context.signal?.aborted === true) throw error
      if (error instanceof TaskTimeout) noteTooSlow(id, Date.now())
      if (facts.format !== 'svg' && !(error instanceof TaskTimeout)) throw error
      const says = error instanceof Error ? error.message : String(error)
      return fail('TRANSFORM_INVALID', { detail: `The image cannot be transformed: ${says}`, cause: error })
    })
  }

  function isHeavy({ width, height, hasAlpha, format }: ImageFacts): boolean {
    return hasAlpha && format !== 'svg' && width * height > heavyPixels
  }

  /** Fails with TRANSFORM_INVALID for a transformation that requires a signed URL. */
  async function checkUnsigned(row: AssetRow, asked: ImageParameters): Promise<void> {
    const needing = signedOnlyOf(asked)
    if (needing !== undefined && !(await isStored(row, needing)))
      fail('TRANSFORM_INVALID', `${signedOnlyNames(needing)} requires a signed URL: ${remedy}.`)
  }

  function variantOf(row: AssetRow, facts: ImageFacts, reading: Reading) {
    const name = nameOfReading(reading)
    return {
      key: `${row.id}/${row.version === 1 ? '' : `${row.version}.`}${name}`,
      mime: mimes[reading === 'as it is' ? (facts.format as keyof typeof mimes) : reading.format],
      etag: `"${row.contentHash.slice(0, 16)}.${name}"`,
    }
  }

  async function open(id: string, { version = 1, query, accept, client }: ImageRequest): Promise<ServedImage> {
    const row = (await find(id, version)) ?? fail('FILE_NOT_FOUND')
    const { sig: _, exp: __, ...asked } = query
    const state = evaluateImage(vault, id, query, Date.now())
    if (state === 'invalid') fail('LINK_INVALID')
    if (state === 'expired') fail('LINK_EXPIRED')
    const isSigned = state === 'valid'
    const facts = factsOf(row)
    if (facts === undefined) {
      if (Object.keys(asked).length > 0) fail('TRANSFORM_INVALID', `A file of type ${row.mime} cannot be transformed.`)
      const etag = `"${row.contentHash.slice(0, 16)}"`
      return { kind: 'file', key: assetKey(row), size: row.bytes, mime: row.mime, etag, name: row.name }
    }
    if (imageUrls === 'signed' && client !== undefined && !isSigned && Object.keys(asked).length > 0)
      fail('TRANSFORM_INVALID', `Transformations require a signed URL on this server (SVC_IMAGE_URLS): ${remedy}.`)
    return openImage({ row, facts, asked, isSigned }, { accept, client })
  }

  async function openImage(
    { row, facts, asked, isSigned }: Requested,
    { accept, client }: { accept: string | null; client: ImageRequest['client'] | undefined },
  ): Promise<ServedImage> {
    const reader = { facts, focal: focalPointOf(row), takesWebp: takesWebp(accept) }
    const { cacheControl, ...shared } = {
      cacheControl: asked.gravity === 'focal' ? forAnHour : forever,
      ...(varies(asked, facts) ? { vary: 'Accept' as const } : {}),
    }
    // Images requested by anonymous clients run in the partition of these clients, so that they cannot use up the share of
    // the project.
    let known: WorkContext | undefined
    const contextOf = () =>
      (known ??=
        client === undefined
          ? { partition: { kind: 'project', projectId: row.projectId } }
          : workContext(client.request))

    async function openVariant(reading: Reading, use: { cacheControl: string; admit?(): void }): Promise<ServedImage> {
      const { key, ...about } = variantOf(row, facts, reading)
      const headers = { ...about, ...shared, cacheControl: use.cacheControl }
      if (reading === 'as it is' && row.bytes > largeImage) {
        const size = await blobs.size(variantFolder + key)
        if (size !== undefined) return { kind: 'stored', key: variantFolder + key, size, ...headers }
      }
      const bytes = await variants.get({
        key,
        partition: row.projectId,
        get context() {
          return contextOf()
        },
        ...(reading === 'as it is' || use.admit === undefined ? {} : { admit: use.admit }),
        make: async (all) => {
          if (!isSigned) await checkUnsigned(row, asked)
          return make({ row, facts, reading }, { partition: contextOf().partition, signal: all })
        },
      })
      return { kind: 'picture', bytes, ...headers }
    }

    const isListed = !isSigned && imageUrls === 'listed'
    const listed = readOptions(listedParameters(asked, facts), reader)
    const reading = isListed ? listed : readOptions(asked, reader)
    const costOf = (one: Reading) => (one === 'as it is' ? 0 : rendersOf(one, facts))
    const takeRender = (one: Reading) => {
      if (!isSigned) client?.takeRender(client.request, costOf(one))
    }
    let isSpent = false
    function admit(): void {
      const isBudgeted = client !== undefined && !isSigned && !isListed
      isSpent = isBudgeted && budgets.take(row.id, Date.now(), { cost: 0 }).remaining < costOf(reading)
      if (isSpent) fail('RATE_LIMIT_EXCEEDED', 'Too many different sizes of this image were requested.')
      takeRender(reading)
      if (isBudgeted) budgets.take(row.id, Date.now(), { cost: costOf(reading) })
    }
    try {
      return await openVariant(reading, { cacheControl, admit })
    } catch (error) {
      if (!isOverload(error)) throw error
      // An email with a larger image, scaled by the client, is better than one with a missing image.
      return openSimilar(error)
    }

    /** The image in the nearest size of the lists, which is rendered only because of a budget; otherwise the original. */
    async function openSimilar(error: unknown): Promise<ServedImage> {
      const use = {
        cacheControl: forAMinute,
        admit: () => {
          if (!isSpent) throw error
          takeRender(listed)
        },
      }
      try {
        return await openVariant(listed, use)
      } catch (reason) {
        const isPlain = signedOnlyOf(asked) === undefined && readOptions({}, reader) === 'as it is'
        if (!isOverload(reason) || !isPlain) throw reason
        return openVariant('as it is', use)
      }
    }
  }

  return {
    /**
     * The file of an asset URL. `accept` is the client's Accept header. FILE_NOT_FOUND, LINK_INVALID and LINK_EXPIRED for a
     * wrong signature, TRANSFORM_INVALID, and RATE_LIMIT_EXCEEDED or an OverloadError if no other size and not the original
     * can be served instead.
     */
    open,

    /** The image of a path on the CDN host, as an email client receives it; undefined if there is none. */
    async read(path: string): Promise<{ bytes: Uint8Array; mime: string } | undefined> {
      const [, address, search = ''] = /^\/cdn\/(ast_[^/?#]+)\/[^/?#]+(?:\?([^#]*))?$/.exec(path) ?? []
      const query = address === undefined ? undefined : readImageQuery(search)
      if (address === undefined || query === undefined) return undefined
      const { id, version } = fileAt(address)
      const found = await open(id, { version, query, accept: null }).catch((error: unknown) => {
        // Nothing to pack: the email keeps the URL.
        if (error instanceof ServiceError) return undefined
        throw error
      })
      if (found === undefined || found.kind === 'file') return undefined
      const bytes = found.kind === 'picture' ? found.bytes : await blobs.get(found.key)
      return bytes && { bytes, mime: found.mime }
    },
  }
}

/** True for errors due to missing capacity, for this client or in general. */
function isOverload(error: unknown): boolean {
  return error instanceof OverloadError || (error instanceof ServiceError && error.apiCode === 'RATE_LIMIT_EXCEEDED')
}

// `*/*` is ignored: clients without support for WebP send it too.
function takesWebp(accept: string | null): boolean {
  const range = accept?.split(',').find((part) => /^\s*image\/webp\s*(;|$)/i.test(part))
  return range !== undefined && !/;\s*q=0(\.0*)?\s*$/i.test(range)
}
