/**
 * Caches documents that are read repeatedly as objects. The renderer caches its work by document object, so rendering an
 * email again with other data takes a fraction of the time. The revision is read from storage for each request.
 */
import type { EmailDocument } from '../../../email/document/index.ts'
import { limits } from '../../../kernel/limits.ts'
import type { Db } from '../../../platform/storage/index.ts'
import { type Cache, createCache } from './cache.ts'
import { type TemplateRow, type Viewer, findTemplate, findWithDocument } from './store.ts'

interface CachedDocument {
  revision: number
  /** Checked in addition to the revision: a database restored from a backup reuses revision numbers. */
  updatedAt: number
  /**
   * Undefined after the first read: most documents are read once, and caching them would promote short-lived objects to the
   * old generation of the heap.
   */
  document: EmailDocument | undefined
}

const minBytes = Math.ceil(limits.keptDocumentsBytes / limits.keptDocuments)
const noteBytes = 200

const caches = new WeakMap<Db, Cache<CachedDocument>>()
const weighers = new WeakMap<EmailDocument, (bytes: number) => void>()

/**
 * A template that the project may read with its document, both of one revision. The document is shared between requests and
 * must not be changed. Transactions bypass the cache, because their uncommitted data may be rolled back.
 */
export async function readWithDocument(
  db: Db,
  viewer: Viewer,
  id: string,
): Promise<{ template: TemplateRow; document: EmailDocument } | undefined> {
  if (!db.readsCommitted) return findWithDocument(db, viewer, id)
  const cache = cacheOf(db)
  const known = cache.get(id)
  if (known?.document !== undefined) {
    const template = await findTemplate(db, viewer, id)
    if (template === undefined || isOf(known, template)) return template && { template, document: known.document }
  }
  const found = await findWithDocument(db, viewer, id)
  if (found === undefined) return undefined
  const { template, document } = found
  if (known !== undefined && isOf(known, template)) keep(cache, template, document)
  else note(cache, template)
  return found
}

function isOf({ revision, updatedAt }: CachedDocument, template: TemplateRow): boolean {
  return revision === template.revision && updatedAt === template.updatedAt
}

/** Adds the size in bytes of JSON of derived data, which is cached as long as the document is. */
export function weighMore(document: EmailDocument, bytes: () => number): void {
  const weigher = weighers.get(document)
  if (weigher !== undefined) weigher(bytes())
}

function cacheOf(db: Db): Cache<CachedDocument> {
  let cache = caches.get(db)
  if (cache === undefined) {
    cache = createCache(limits.keptDocumentsBytes)
    caches.set(db, cache)
  }
  return cache
}

function note(cache: Cache<CachedDocument>, { id, revision, updatedAt }: TemplateRow): void {
  cache.set(id, { revision, updatedAt, document: undefined }, noteBytes)
}

function keep(
  cache: Cache<CachedDocument>,
  { id, revision, updatedAt, sizeBytes }: TemplateRow,
  document: EmailDocument,
): void {
  const kept = { revision, updatedAt, document }
  let weight = Math.max(minBytes, sizeBytes)
  cache.set(id, kept, weight)
  weighers.set(document, (bytes) => {
    weight += bytes
    if (cache.get(id) === kept) cache.set(id, kept, weight)
  })
}
