import { sql } from 'drizzle-orm'
import type { Kit } from '../kit.ts'
import type { folders } from './folders.ts'
import type { projects } from './projects.ts'

/** Everything about a template that lists show; its document lives in `template_documents`. */
export const templates = (k: Kit, project: ReturnType<typeof projects>, folder: ReturnType<typeof folders>) =>
  k.table(
    'templates',
    {
      id: k.text('id').primaryKey(),
      projectId: k
        .text('project_id')
        .notNull()
        .references(() => project.id, { onDelete: 'cascade' }),
      folderId: k.text('folder_id').references(() => folder.id, { onDelete: 'set null' }),
      name: k.text('name').notNull(),
      type: k.text('type').notNull(),
      subject: k.text('subject'),
      preheader: k.text('preheader'),
      tags: k.json<string[]>('tags').notNull(),
      source: k.text<'document' | 'html'>('source').notNull(),
      /** Counts every save; the ETag and If-Match speak of it. */
      revision: k.int('revision').notNull(),
      sizeBytes: k.int('size_bytes').notNull(),
      isPublic: k.bool('is_public').notNull(),
      /** The name of the shipped starter this row was made from. */
      starter: k.text('starter'),
      createdByKind: k.text('created_by_kind').notNull(),
      createdById: k.text('created_by_id').notNull(),
      createdByName: k.text('created_by_name').notNull(),
      createdAt: k.big('created_at').notNull(),
      updatedAt: k.big('updated_at').notNull(),
      /** When it was put in the trash. */
      deletedAt: k.big('deleted_at'),
      /** Where the nearest grants are: its own id, or that of a folder around it. */
      guardId: k.text('guard_id'),
      /** Who edits it alone; over when the lock expires, whatever else stands here. */
      lockKind: k.text('lock_kind'),
      lockId: k.text('lock_id'),
      lockName: k.text('lock_name'),
      lockedAt: k.big('locked_at'),
      lockExpiresAt: k.big('lock_expires_at'),
    },
    (t) => [
      k.uniqueIndex('templates_starter').on(t.starter),
      k
        .index('templates_project_updated')
        .on(t.projectId, t.updatedAt, t.id)
        .where(sql`deleted_at is null`),
      k
        .index('templates_project_name')
        .on(t.projectId, sql`lower(name)`, t.id)
        .where(sql`deleted_at is null`),
      k
        .index('templates_project_created')
        .on(t.projectId, t.createdAt, t.id)
        .where(sql`deleted_at is null`),
      k.index('templates_project_folder').on(t.projectId, t.folderId, t.deletedAt, t.isPublic),
      k
        .index('templates_facets')
        .on(t.projectId, t.type, t.source, t.createdByKind, t.createdById, t.createdByName, t.deletedAt, t.isPublic),
      k
        .index('templates_guard')
        .on(t.projectId, t.guardId)
        .where(sql`guard_id is not null`),
      k.index('templates_folder').on(t.folderId),
      k.index('templates_public').on(t.isPublic, t.updatedAt),
      k
        .index('templates_trash')
        .on(t.deletedAt)
        .where(sql`deleted_at is not null`),
    ],
  )
