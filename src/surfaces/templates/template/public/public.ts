/** The public templates that ship with svc: published at start, read and duplicated by every project. */
import { blockTypes } from '../../../../email/blocks/index.ts'
import { documentSchema } from '../../../../email/document/index.ts'
import { publicCompanyId, publicProjectId } from '../../../../kernel/ids/index.ts'
import type { Db } from '../../../../platform/storage/index.ts'
import { cleanDocument, sizeOf } from '../content.ts'
import { noLock } from '../lock.ts'
import type { TemplateType } from '../contract.ts'
import { findPublished, insertSystemProject, readPublishedHashes, upsertPublic, writePublishedHashes } from './store.ts'
import { everySaveIsLive } from '../releases/store.ts'
import { saveWords } from '../search-text.ts'
import { eraseTemplates } from '../store.ts'

export interface Starter {
  /** Permanent name; the template id is derived from it. */
  key: string
  name: string
  type: TemplateType
  tags: readonly string[]
  document: unknown
}

/**
 * Synchronizes the stored public templates with those that ship: adds new ones, replaces changed ones as a new revision,
 * erases removed ones. Without changes it reads one row and writes nothing. Requires a transaction; returns the number of
 * changed templates.
 */
export async function publishStarters(db: Db, starters: readonly Starter[]): Promise<number> {
  const before = await readPublishedHashes(db)
  // Schema and block types read the documents.
  const shape = await digest(JSON.stringify([documentSchema, [...blockTypes.keys()]]))
  const hashes = starters.map(async (each) => [each.key, await hashOf(each, shape)] as const)
  const after = Object.fromEntries(await Promise.all(hashes))
  const changed = starters.filter(({ key }) => before[key] !== after[key])
  const gone = Object.keys(before).filter((key) => !Object.hasOwn(after, key))
  if (changed.length === 0 && gone.length === 0) return 0
  const now = db.nowMs()
  await insertSystemProject(db, { companyId: publicCompanyId, projectId: publicProjectId, now })
  // Lists show the newest first, so earlier starters get later times.
  for (const [index, starter] of changed.entries()) await publish(db, starter, now + changed.length - index)
  await eraseTemplates(db, publicProjectId, await findPublished(db, publicProjectId, gone))
  await writePublishedHashes(db, after)
  return changed.length + gone.length
}

/** The same id in every installation. */
export async function publicTemplateId(key: string): Promise<string> {
  return `tpl_${await digest(`starter ${key}`)}`
}

async function publish(db: Db, starter: Starter, now: number): Promise<void> {
  const document = cleanDocument(starter.document)
  const id = await upsertPublic(
    db,
    {
      id: await publicTemplateId(starter.key),
      projectId: publicProjectId,
      folderId: null,
      name: starter.name,
      type: starter.type,
      subject: document.meta.subject ?? null,
      preheader: document.meta.preheader ?? null,
      tags: [...starter.tags],
      externalId: null,
      metadata: {},
      source: 'document',
      revision: 1,
      sizeBytes: sizeOf(document),
      isPublic: true,
      starter: starter.key,
      createdByKind: 'system',
      createdById: 'svc',
      createdByName: 'svc',
      createdAt: now,
      updatedAt: now,
      deletedAt: null,
      guardId: null,
      ...noLock,
      ...everySaveIsLive,
    },
    document,
  )
  await saveWords(db, { id, projectId: publicProjectId, name: starter.name }, document)
}

function hashOf({ key, name, type, tags, document }: Starter, shape: string): Promise<string> {
  return digest(JSON.stringify([shape, key, name, type, tags, document]))
}

/** 26 characters of SHA-256 in the alphabet of ids. */
async function digest(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return [...bytes.subarray(0, 26)].map((byte) => '0123456789abcdefghjkmnpqrstvwxyz'[byte & 31]).join('')
}
