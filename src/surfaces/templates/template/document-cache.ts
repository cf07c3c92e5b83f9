/**
 * Documents that are read again and again, kept as objects. The renderer caches what it rendered by the object, so that an email
 * rendered again with other data takes a fraction of the time. Storage is requested the revision each time.
 */
import type { EmailDocument } from '../../../email/document/index.ts'
import { limits } from '../../../kernel/limits.ts'
import type { Db } from '../../../platform/storage/index.ts'
import { type Cache, createCache } from './cache.ts'
import { type TemplateRow, type Viewer, findTemplate, findWithDocument } from './store.ts'

interface CachedDocument {
  revision: number
  /** Beside the revision: a database brought back from a copy counts the same numbers again. */
  updatedAt: number
  /** Undefined after the first reading: most are read once, and to keep them would make old of what dies young. */
  document: EmailDocument | undefined
}

const minBytes = Math.ceil(limits.keptDocumentsBytes / limits.keptDocuments)
const noteBytes = 200

const caches = new WeakMap<Db, Cache<CachedDocument>>()
const weighers = new WeakMap<EmailDocument, (bytes: number) => void>()

/**
 * A template the project may read with its document, both of one revision. Many calls share the document: nobody may
 * change it. Inside a transaction it is read anew, for what is not committed may never have been.
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

/** Says that something as large as a document, in bytes of JSON, is cached with it as long as it is kept. */
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
