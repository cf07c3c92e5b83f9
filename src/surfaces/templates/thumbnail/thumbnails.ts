/** Thumbnails of templates: painted by a worker at the first request and stored by a hash of the content. */
import type { EmailDocument } from '../../../email/document/index.ts'
import { fail } from '../../../kernel/errors/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { type Blobs, evictCached } from '../../../platform/blobs/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import { TaskTimeout, ThreadEnded, type WorkerPool, type Workers } from '../../../platform/jobs/index.ts'
import type { Metrics } from '../../../platform/metrics/index.ts'
import { type WorkContext, createScheduler, createSingleFlight } from '../../../platform/scheduling/index.ts'
import type { Db, Store } from '../../../platform/storage/index.ts'
import {
  type Cache,
  type Modules,
  type VersionChoice,
  type VersionRow,
  createCache,
  findPublicIds,
  renderDocument,
  loadContent,
  loadModules,
  loadRecipient,
  loadTemplate,
  readStamp,
  readVersion,
  selectVersion,
  type ThumbnailLink,
  type ThumbnailLinks,
} from '../template/index.ts'
import type { ThumbnailQuery } from './contract.ts'
import { type ImageSource, fetchImages } from './images.ts'
import { selectLinkedProject } from './store.ts'

export interface ThumbnailDeps extends ImageSource {
  links: ThumbnailLinks
  store: Store
  blobs: Blobs
  workers: WorkerPool
  metrics: Metrics
  /** Folder with the operator's fonts. */
  fontFolder: string
}

export interface Thumbnail {
  bytes: Uint8Array
  mime: string
  etag: string
}

/** `isKnown` reports if the client has cached the image of an ETag. */
export interface ThumbnailRequest {
  /** Scheduling context of the worker tasks. */
  work: WorkContext
  query: ThumbnailQuery
  isKnown: (etag: string) => boolean
}

/** `bytes` is undefined if the client has cached the image. */
export type ThumbnailResult = Thumbnail | { etag: string; bytes: undefined }

export type Thumbnails = ReturnType<typeof createThumbnails>

/** Increased when the same HTML is painted differently, so that stored thumbnails are painted again. */
const rendererVersion = 1
/** Milliseconds for which a thumbnail with missing images is reused before they are fetched again. */
const gapMs = 5 * 60 * 1000

/** The content of a thumbnail: `hash` is of the HTML with sample values, `ids` and `stamp` are of its modules. */
interface LoadedTemplate {
  hash: string
  width: number
  ids: readonly string[]
  stamp: string
}

interface Choice {
  id: string
  version?: VersionChoice | undefined
  /** A sample recipient. */
  recipient?: string | undefined
}

export function createThumbnails(parts: ThumbnailDeps) {
  const { store, blobs, workers, metrics } = parts
  const seen: Cache<LoadedTemplate> = createCache(4 * 1024 * 1024)
  const gapped: Cache<Thumbnail & { untilMs: number }> = createCache(16 * 1024 * 1024)
  const rendering = createSingleFlight<Thumbnail>()
  const scheduler = createScheduler({ name: 'thumbnails', slots: limits.thumbnailsAtOnce })
  scheduler.measure(metrics)

  async function look(db: Db, caller: Caller, { id, version }: Choice, work: WorkContext): Promise<LoadedTemplate> {
    const { revision } = await loadTemplate(db, caller, id)
    const known = seen.get(`${id} ${revision} ${version ?? ''}`)
    if (
      known !== undefined &&
      (known.ids.length === 0 || (await readStamp(db, caller.projectId, known.ids)) === known.stamp)
    )
      return known
    const { template, html, width, ids, stamp } = await readHtml(db, caller, { id, version }, work)
    const fresh = { hash: await hashOf(html), width, ids, stamp }
    seen.set(`${id} ${template.revision} ${version ?? ''}`, fresh, 300 + ids.length * 60)
    return fresh
  }

  async function readHtml(db: Db, caller: Caller, { id, recipient, version }: Choice, work: WorkContext) {
    const { template, document, modules, release } = await loadContent(db, caller, id, version)
    const data = recipient === undefined ? {} : (await loadRecipient(db, caller.projectId, recipient)).data
    const filled = await fill(document, modules, work, data)
    // The modules of a release never change.
    return { template, ...filled, ...(release === undefined ? {} : { ids: [], stamp: '' }) }
  }

  async function fill(document: EmailDocument, modules: Modules, work: WorkContext, data: unknown = {}) {
    const options = { target: 'sample', data, outputs: ['html'], cdnUrl: '' } as const
    const { html = '' } = await renderDocument(workers.forCaller(work), document, options, modules)
    return { html, width: document.body.width, ids: modules.ids, stamp: modules.stamp }
  }

  /** The stored or newly painted image; `read` returns the HTML if it must be painted. */
  async function show(
    { hash, width }: Pick<LoadedTemplate, 'hash' | 'width'>,
    read: (work: WorkContext) => Promise<{ html: string }>,
    { query, isKnown, work }: ThumbnailRequest,
  ): Promise<ThumbnailResult> {
    const variant = variantOf(query, width)
    const key = keyOf(hash, variant)
    if (isKnown(tagOf(key))) return { etag: tagOf(key), bytes: undefined }
    const partial = gapped.get(key)
    if (partial !== undefined && partial.untilMs > Date.now()) return partial
    const kept = await blobs.get(key)
    if (kept !== undefined) return { bytes: kept, mime: `image/${variant.format}`, etag: tagOf(key) }
    return rendering.get(key, work.signal, (signal) => {
      const common = { partition: work.partition, signal }
      return scheduler.run(common, async () => {
        const { html } = await read(common)
        return render(html, variant, { key: keyOf(await hashOf(html), variant), work: common })
      })
    })
  }

  async function render(
    html: string,
    variant: Variant,
    { key, work }: { key: string; work: WorkContext },
  ): Promise<Thumbnail> {
    const within = <O>(task: string, input: unknown) => renderWithin<O>(workers.forCaller(work), task, input)
    const { width, height: maxHeight, format, medium } = variant
    const addresses = await within<string[]>('findImages', { html, medium })
    const { images, isWhole } = await fetchImages(addresses, parts)
    const { fontFolder } = parts
    const input = { html, medium, width, maxHeight, format, images, fontFolder }
    const bytes = await within<Uint8Array>('renderThumbnail', input)
    const mime = `image/${format}`
    if (isWhole) {
      await blobs.put(key, bytes)
      return { bytes, mime, etag: tagOf(key) }
    }
    const partial = { bytes, mime, etag: `${tagOf(key)}-gaps`, untilMs: Date.now() + gapMs }
    gapped.set(key, partial, bytes.length)
    return partial
  }

  return {
    /**
     * The thumbnail of a template that the caller may read; `bytes` is undefined if `isKnown` returns true for its ETag.
     * Concurrent requests for the same image share one task. An OverloadError while the queue is full, DRAWING_TOO_COMPLEX
     * for an email that takes too long, RECIPIENT_NOT_FOUND.
     */
    async get(
      caller: Caller,
      id: string,
      request: ThumbnailRequest,
      { recipient, version }: Omit<Choice, 'id'> = {},
    ): Promise<ThumbnailResult> {
      const choice = { id, recipient, version }
      if (recipient !== undefined) {
        const { html, width } = await readHtml(store.read, caller, choice, request.work)
        return show({ hash: await hashOf(html), width }, async () => ({ html }), request)
      }
      const seen = await look(store.read, caller, choice, request.work)
      return show(seen, (work) => readHtml(store.read, caller, choice, work), request)
    },

    /**
     * The thumbnail at a signed link, as the creator of the link saw it: grants since then do not apply. Fails like `get`, and
     * with LINK_INVALID, LINK_EXPIRED, or FILE_NOT_FOUND if the template was deleted.
     */
    async getLinked(link: ThumbnailLink, request: Omit<ThumbnailRequest, 'query'>): Promise<ThumbnailResult> {
      const state = parts.links.evaluate(link)
      if (state !== 'valid') fail(state === 'expired' ? 'LINK_EXPIRED' : 'LINK_INVALID')
      const projectId = await selectLinkedProject(store.read, link.id)
      if (projectId === undefined && (await findPublicIds(store.read, [link.id])).length === 0) fail('FILE_NOT_FOUND')
      return this.get(readerOf(projectId ?? ''), link.id, { ...request, query: {} })
    },

    /** Like `get` for a version, by its id or number, with the current modules. VERSION_NOT_FOUND. */
    async getVersion(
      caller: Caller,
      id: string,
      versionId: string,
      request: ThumbnailRequest,
    ): Promise<ThumbnailResult> {
      await loadTemplate(store.read, caller, id)
      const row = await findVersion(store.read, id, versionId)
      const document = await readVersion(store.read, row)
      const modules = await loadModules(store.read, caller.projectId, document)
      const { html, width } = await fill(document, modules, request.work)
      return show({ hash: await hashOf(html), width }, async () => ({ html }), request)
    },
  }
}

// The signature has replaced the check of a key and its grants.
function readerOf(projectId: string): Caller {
  return { projectId, companyId: '', actor: { kind: 'reviewer', id: '', name: '' }, scopes: ['admin'] }
}

async function renderWithin<O>(workers: Workers, task: string, input: unknown): Promise<O> {
  try {
    return await workers.runWithin<O>(limits.thumbnailSeconds * 1000, task, input)
  } catch (error) {
    if (error instanceof TaskTimeout || error instanceof ThreadEnded) fail('DRAWING_TOO_COMPLEX')
    throw error
  }
}

async function findVersion(db: Db, templateId: string, versionId: string): Promise<VersionRow> {
  const which = /^\d{1,9}$/.test(versionId) ? { number: Number(versionId) } : { id: versionId }
  return (await selectVersion(db, templateId, which)) ?? fail('VERSION_NOT_FOUND')
}

/** The options that determine an image besides the content. */
interface Variant {
  width: number
  height: number
  format: 'png' | 'webp'
  medium: { width: number; scheme: 'light' | 'dark' }
}

const desktopWidth = 640
const mobileWidth = 375
const maxWidth = 1200

function variantOf(query: ThumbnailQuery, bodyWidth: number): Variant {
  const { width = 320, height = limits.thumbnailHeight, device = 'desktop', scheme = 'light', format = 'png' } = query
  const window = device === 'mobile' ? mobileWidth : Math.min(maxWidth, Math.max(desktopWidth, bodyWidth))
  return { width, height, format, medium: { width: window, scheme } }
}

const folder = 'thumbnails/'

function keyOf(hash: string, { width, height, format, medium }: Variant): string {
  const name = `${hash}-${rendererVersion}-${width}x${height}-${medium.width}-${medium.scheme}.${format}`
  return `${folder}${hash.slice(0, 2)}/${name}`
}

function tagOf(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1)
}

async function hashOf(text: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return hash.toHex().slice(0, 32)
}

/**
 * Deletes expired thumbnails, and the oldest ones while all together exceed the size limit; returns the number deleted. A
 * deleted thumbnail is painted again on request.
 */
export async function purgeThumbnails(blobs: Blobs, nowMs: number, signal: AbortSignal): Promise<number> {
  const kept = (await blobs.list(folder)).toSorted((a, b) => b.storedAtMs - a.storedAtMs)
  const oldest = nowMs - limits.thumbnailDays * 24 * 60 * 60 * 1000
  let total = 0
  let purged = 0
  for (const { key, sizeBytes, storedAtMs } of kept) {
    total += sizeBytes
    if (signal.aborted) return purged
    if (storedAtMs >= oldest && total <= limits.thumbnailsBytes) continue
    await evictCached(blobs, [key])
    purged++
  }
  return purged
}
