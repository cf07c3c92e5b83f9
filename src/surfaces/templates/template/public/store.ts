/** Publishing: the reserved owner, its templates, and the hashes of published starters. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { EmailDocument } from '../../../../email/document/index.ts'
import type { Db } from '../../../../platform/storage/index.ts'
import type { TemplateRecord } from '../store.ts'

/** Inserts the reserved owner of public templates; idempotent. */
export async function insertSystemProject(
  db: Db,
  { companyId, projectId, now }: { companyId: string; projectId: string; now: number },
): Promise<void> {
  await db
    .insert(db.tables.companies)
    .values({ id: companyId, name: 'Public templates', plan: 'free', createdAt: now })
    .onConflictDoNothing()
  await db
    .insert(db.tables.projects)
    .values({
      id: projectId,
      companyId,
      name: 'Public templates',
      pluginId: 'public',
      pluginSecret: '',
      previousSecret: null,
      previousSecretUntil: null,
      allowedOrigins: [],
      settings: {},
      createdAt: now,
      updatedAt: now,
      deletedAt: now,
    })
    .onConflictDoNothing()
}

/** Inserts or replaces, as a new revision; returns the template id. */
export async function upsertPublic(db: Db, row: TemplateRecord, document: EmailDocument): Promise<string> {
  const { templates, templateDocuments } = db.tables
  const { id: _, createdAt: __, revision: ___, ...change } = row
  const [stored] = await db
    .insert(templates)
    .values(row)
    .onConflictDoUpdate({
      target: templates.starter,
      set: { ...change, revision: sql`${templates.revision} + 1` },
    })
    .returning({ id: templates.id })
  const templateId = stored?.id ?? row.id
  await db
    .insert(templateDocuments)
    .values({ templateId, document })
    .onConflictDoUpdate({ target: templateDocuments.templateId, set: { document } })
  return templateId
}

/** Ids of the project's templates that were published from these starters. */
export async function findPublished(db: Db, projectId: string, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return []
  const { templates } = db.tables
  const rows = await db
    .select({ id: templates.id })
    .from(templates)
    .where(and(eq(templates.projectId, projectId), inArray(templates.starter, [...keys])))
  return rows.map(({ id }) => id)
}

const publishedKey = 'public_templates'

/** Content hashes of the published starters, by key. */
export async function readPublishedHashes(db: Db): Promise<Record<string, string>> {
  const { settings } = db.tables
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.key, publishedKey))
  return (row?.value ?? {}) as Record<string, string>
}

/** Replaces the stored hashes. */
export async function writePublishedHashes(db: Db, hashes: Record<string, string>): Promise<void> {
  const { settings } = db.tables
  await db
    .insert(settings)
    .values({ key: publishedKey, value: hashes })
    .onConflictDoUpdate({ target: settings.key, set: { value: hashes } })
}
