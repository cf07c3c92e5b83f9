/** Rows for the tests of storage, complete but for what a test is about. */
import { sql } from 'drizzle-orm'
import type { Db, Store } from '../../../src/platform/storage/index.ts'

const at = 1_700_000_000_000

/** A company and a project of the id, as most tables need one. */
export async function addProject(store: Store, id = 'prj_1'): Promise<void> {
  await store.tx(async (db) => {
    await db.insert(db.tables.companies).values({ id: `com_${id}`, name: 'Company', plan: 'pro', createdAt: at })
    await db.insert(db.tables.projects).values(projectRow(id))
  })
}

export function projectRow(id: string) {
  return {
    id,
    companyId: `com_${id}`,
    name: 'Project',
    pluginId: `svc_pk_${id}`,
    pluginSecret: 'sealed',
    allowedOrigins: ['https://a.example'],
    settings: {},
    createdAt: at,
    updatedAt: at,
  }
}

export function templateRow(id: string, more: { projectId?: string; name?: string; folderId?: string } = {}) {
  return {
    id,
    projectId: 'prj_1',
    name: id,
    type: 'promotional',
    tags: ['spring', 'sale'],
    source: 'document' as const,
    revision: 1,
    sizeBytes: 512,
    isPublic: false,
    createdByKind: 'api_key',
    createdById: 'key_1',
    createdByName: 'Key',
    createdAt: at,
    updatedAt: at,
    ...more,
  }
}

export async function addTemplates(store: Store, ids: string[]): Promise<void> {
  await store.tx((db) => db.insert(db.tables.templates).values(ids.map((id) => templateRow(id))))
}

/** The same rows in a store whose migrations end before later columns of templates. */
export async function addOldTemplates(store: Store, ids: string[]): Promise<void> {
  const { createdAt, createdByKind, createdById, createdByName, name: _, ...row } = templateRow('')
  await store.tx(async (db) => {
    const isPublic = db.dialect === 'sqlite' ? sql`0` : sql`false`
    for (const id of ids)
      await db.rows(sql`
        insert into templates (id, project_id, name, type, tags, source, revision, size_bytes, is_public,
          created_by_kind, created_by_id, created_by_name, created_at, updated_at)
        values (${id}, ${row.projectId}, ${id}, ${row.type}, '["spring","sale"]', ${row.source}, 1, ${row.sizeBytes}, ${isPublic},
          ${createdByKind}, ${createdById}, ${createdByName}, ${createdAt}, ${createdAt}) returning id`)
  })
}

/** Saves a value of the settings table: the smallest write there is. */
export async function putSetting(db: Db, key: string, value: unknown = key): Promise<void> {
  await db.insert(db.tables.settings).values({ key, value })
}

export async function settingKeys(store: Store): Promise<string[]> {
  const { settings } = store.read.tables
  return (await store.read.select({ key: settings.key }).from(settings).orderBy(settings.key)).map(({ key }) => key)
}
