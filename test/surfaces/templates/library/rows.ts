/** Rows for tests of the SQL of lists, written without the rules above it. */
import { createId } from '../../../../src/kernel/ids/index.ts'
import type { Caller } from '../../../../src/platform/identity/index.ts'
import { type Db, type Store, saveSearchText } from '../../../../src/platform/storage/index.ts'
import type { Selection } from '../../../../src/surfaces/templates/library/listing/selection.ts'
import { type TemplateRecord, noLock } from '../../../../src/surfaces/templates/template/index.ts'

/** A project with its company, in storage. */
export async function addProject(store: Store): Promise<string> {
  const [companyId, projectId, at] = [createId('company'), createId('project'), 1]
  await store.tx(async (db) => {
    await db.insert(db.tables.companies).values({ id: companyId, name: 'Test', plan: 'free', createdAt: at })
    await db.insert(db.tables.projects).values({
      id: projectId,
      companyId,
      name: 'Test',
      pluginId: projectId,
      pluginSecret: '',
      allowedOrigins: [],
      settings: {},
      createdAt: at,
      updatedAt: at,
    })
  })
  return projectId
}

/** A template of the project with the given columns, and its words for search. */
export async function addTemplate(
  db: Db,
  projectId: string,
  columns: Partial<TemplateRecord> & { body?: string } = {},
): Promise<string> {
  const { body = '', ...given } = columns
  const row: TemplateRecord = {
    id: createId('template'),
    projectId,
    folderId: null,
    name: 'Template',
    type: 'promotional',
    subject: null,
    preheader: null,
    tags: [],
    externalId: null,
    metadata: {},
    source: 'document',
    revision: 1,
    sizeBytes: 1,
    isPublic: false,
    starter: null,
    createdByKind: 'api_key',
    createdById: 'key_1',
    createdByName: 'Key',
    createdAt: 1,
    updatedAt: 1,
    deletedAt: null,
    guardId: null,
    publishedRelease: null,
    publishedAt: null,
    draftDiffers: false,
    scheduledRelease: null,
    reviewId: null,
    reviewState: null,
    reviewDiffers: false,
    ...noLock,
    ...given,
  }
  await db.insert(db.tables.templates).values(row)
  await saveSearchText(db, { projectId, templateId: row.id, name: row.name, subject: row.subject ?? '', body })
  return row.id
}

/** A key of the project that reads templates. */
export function callerOf(projectId: string): Caller {
  const actor = { kind: 'api_key', id: 'key_1', name: 'Key' } as const
  return { projectId, companyId: '', actor, scopes: ['templates:read'] }
}

/** A selection of all active templates of the project, narrowed. */
export function selecting(projectId: string, narrowed: Partial<Selection> = {}): Selection {
  return {
    viewer: { projectId, owner: 'project' },
    visibility: 'mine',
    projectIds: [projectId],
    status: 'active',
    created: {},
    updated: {},
    words: [],
    spellings: new Map(),
    ...narrowed,
  }
}
