/** Loads the content of a template in a version: its draft, the live release, or one by number. */
import type { EmailDocument } from '../../../../email/document/index.ts'
import { fail } from '../../../../kernel/errors/index.ts'
import { limits } from '../../../../kernel/limits.ts'
import type { Caller } from '../../../../platform/identity/index.ts'
import type { Db } from '../../../../platform/storage/index.ts'
import { type Cache, createCache } from '../cache.ts'
import { type Modules, loadModules } from '../modules/modules.ts'
import type { TemplateRow } from '../store.ts'
import { loadDocument, loadTemplate } from '../template.ts'
import { frozenModules } from './content.ts'
import { selectContent, selectRelease } from './store.ts'

/** `published` is the draft while every save is live; a number is that release. */
export type VersionChoice = 'published' | 'draft' | number

/** The choice of a query, where it has one. */
export function readChoice(text: string | undefined): VersionChoice | undefined {
  return text === undefined || text === 'published' || text === 'draft' ? text : Number(text)
}

/** A template with the content that a caller chose. The document is shared: nobody changes it. */
export interface VersionedContent {
  template: TemplateRow
  document: EmailDocument
  modules: Modules
  /** The number of the release; undefined for the draft. */
  release: number | undefined
}

/**
 * The content of a template in a version: without one what is published, and the draft where nothing is. TEMPLATE_NOT_FOUND,
 * RELEASE_NOT_FOUND; NOT_PUBLISHED for `published` of a template that has to be published first.
 */
export async function loadContent(
  db: Db,
  caller: Caller,
  id: string,
  version?: VersionChoice,
): Promise<VersionedContent> {
  // Of a template that is known to have a release, the draft is not read.
  if (version === undefined || version === 'published') {
    const known = released(db).get(id) === undefined ? undefined : await loadTemplate(db, caller, id)
    if (known !== undefined && isReleased(known)) return loadRelease(db, known, known.publishedRelease)
  }
  if (typeof version === 'number') return loadRelease(db, await loadTemplate(db, caller, id), version)
  const { template, document } = await loadDocument(db, caller, id)
  if (version !== 'draft') {
    if (isReleased(template)) {
      released(db).set(id, true, notedBytes)
      return loadRelease(db, template, template.publishedRelease)
    }
    if (version === 'published' && template.publishedRelease === 0) fail('NOT_PUBLISHED')
  }
  const modules = await loadModules(db, template.isPublic ? caller.projectId : template.projectId, document)
  return { template, document, modules, release: undefined }
}

/** As `loadContent` for what leaves the service: a template that has to be published first is no default. */
export function loadSendable(db: Db, caller: Caller, id: string, version?: VersionChoice): Promise<VersionedContent> {
  return loadContent(db, caller, id, version ?? 'published')
}

/** Fails as `loadSendable` does, without reading the content. Returns the choice with the release that is live now. */
export async function checkSendable(
  db: Db,
  caller: Caller,
  id: string,
  version?: VersionChoice,
): Promise<VersionChoice | undefined> {
  const template = await loadTemplate(db, caller, id)
  if (version === 'draft') return version
  if (typeof version !== 'number') {
    if (template.publishedRelease === 0) fail('NOT_PUBLISHED')
    return isReleased(template) ? template.publishedRelease : version
  }
  if ((await selectRelease(db, id, version)) === undefined) fail('RELEASE_NOT_FOUND')
  return version
}

function isReleased(template: TemplateRow): template is TemplateRow & { publishedRelease: number } {
  return template.publishedRelease !== null && template.publishedRelease > 0
}

async function loadRelease(db: Db, template: TemplateRow, number: number): Promise<VersionedContent> {
  const { document, modules } = (await readRelease(db, template.id, number)) ?? fail('RELEASE_NOT_FOUND')
  return { template, document, modules, release: number }
}

interface StoredRelease {
  document: EmailDocument
  modules: Modules
}

/** The content of a release, cached because it never changes. Undefined when the template has none of that number. */
export async function readRelease(db: Db, templateId: string, number: number): Promise<StoredRelease | undefined> {
  const cache = contentsOf(db)
  const key = `${templateId} ${number}`
  const known = cache?.get(key)
  if (known !== undefined) return known
  const stored = await selectContent(db, templateId, number)
  if (stored === undefined) return undefined
  const release = {
    document: stored.content.document,
    modules: frozenModules(stored.content, `release ${number}`),
  }
  // The object of the document carries what renderers cache by it, some six times its JSON.
  cache?.set(key, release, stored.sizeBytes * 6)
  return release
}

const notedBytes = 200

const noted = new WeakMap<Db, Cache<true>>()
const contents = new WeakMap<Db, Cache<StoredRelease>>()

function released(db: Db): Cache<true> {
  return cacheIn(noted, db, notedBytes * limits.keptDocuments)
}

// What a transaction reads may never be committed.
function contentsOf(db: Db): Cache<StoredRelease> | undefined {
  return db.readsCommitted ? cacheIn(contents, db, limits.keptDocumentsBytes) : undefined
}

function cacheIn<T>(caches: WeakMap<Db, Cache<T>>, db: Db, bytes: number): Cache<T> {
  let cache = caches.get(db)
  if (cache === undefined) caches.set(db, (cache = createCache<T>(bytes)))
  return cache
}
