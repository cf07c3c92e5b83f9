import { sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Kit } from '../kit.ts'
import type { projects } from './identity.ts'

/** A request for the edit lock; times in milliseconds since epoch. */
export interface LockRequestRecord {
  /** As in the columns of the lock. */
  kind: string
  id: string
  name: string
  at: number
  declinedAt: number | null
}

/** The tree of folders of a project; names are unique among siblings, ignoring case. */
export const folders = (k: Kit, project: ReturnType<typeof projects>) => {
  const table = k.table(
    'folders',
    {
      id: k.text('id').primaryKey(),
      projectId: k
        .text('project_id')
        .notNull()
        .references(() => project.id, { onDelete: 'cascade' }),
      parentId: k.text('parent_id').references((): AnyPgColumn => table.id),
      name: k.text('name').notNull(),
      /** The name folded by `foldCase`, because SQLite's lower() handles only ASCII letters. */
      nameKey: k.text('name_key').notNull(),
      color: k.text('color'),
      createdAt: k.big('created_at').notNull(),
      updatedAt: k.big('updated_at').notNull(),
      /** The caller's own id, unique in the project. */
      externalId: k.text('external_id'),
      metadata: k.json<Record<string, string>>('metadata').notNull().default({}),
    },
    (t) => [
      // NULL is distinct from NULL in a unique index, so the top level needs a value of its own.
      k.uniqueIndex('folders_sibling_name').on(t.projectId, sql`coalesce(parent_id, '')`, t.nameKey),
      k.index('folders_parent').on(t.parentId),
      k
        .uniqueIndex('folders_external_id')
        .on(t.projectId, t.externalId)
        .where(sql`external_id is not null`),
    ],
  )
  return table
}

/** All columns that lists show; the document is in `template_documents`. */
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
      /** Incremented by every save; used by ETag and If-Match. */
      revision: k.int('revision').notNull(),
      sizeBytes: k.int('size_bytes').notNull(),
      isPublic: k.bool('is_public').notNull(),
      /** The name of the built-in starter that it was created from. */
      starter: k.text('starter'),
      createdByKind: k.text('created_by_kind').notNull(),
      createdById: k.text('created_by_id').notNull(),
      createdByName: k.text('created_by_name').notNull(),
      createdAt: k.big('created_at').notNull(),
      updatedAt: k.big('updated_at').notNull(),
      /** Time of the move to the trash. */
      deletedAt: k.big('deleted_at'),
      /** The nearest resource with grants: the template's own id, or that of a folder around it. */
      guardId: k.text('guard_id'),
      /** Holder of the edit lock; the lock is void after its expiry, even if these columns are set. */
      lockKind: k.text('lock_kind'),
      lockId: k.text('lock_id'),
      lockName: k.text('lock_name'),
      lockedAt: k.big('locked_at'),
      lockExpiresAt: k.big('lock_expires_at'),
      /** The window that requested the lock; void after a time, even if the column is set. */
      lockRequest: k.json<LockRequestRecord>('lock_request'),
      /** The release that callers of the published version get. NULL: every save is live; 0: nothing is published. */
      publishedRelease: k.int('published_release'),
      publishedAt: k.big('published_at'),
      /** True while the draft differs from the published release. */
      draftDiffers: k.bool('draft_differs').notNull().default(false),
      scheduledRelease: k.int('scheduled_release'),
      /** The latest review while it is pending, approved or rejected; null once its content is published. */
      reviewId: k.text('review_id'),
      reviewState: k.text<'pending' | 'approved' | 'rejected'>('review_state'),
      /** True while the draft differs from the content of that review. */
      reviewDiffers: k.bool('review_differs').notNull().default(false),
      /**
       * The caller's own id, such as the `emailId` of the plugin; unique among the templates of the project outside of the
       * trash.
       */
      externalId: k.text('external_id'),
      metadata: k.json<Record<string, string>>('metadata').notNull().default({}),
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
      k
        .uniqueIndex('templates_external_id')
        .on(t.projectId, t.externalId)
        .where(sql`external_id is not null and deleted_at is null`),
      k
        .index('templates_scheduled')
        .on(t.projectId)
        .where(sql`scheduled_release is not null`),
      k
        .index('templates_in_review')
        .on(t.projectId)
        .where(sql`review_state is not null`),
    ],
  )

/** The document (or the raw HTML source) of a template, separate from its row so that lists never read it. */
export const templateDocuments = (k: Kit, template: ReturnType<typeof templates>) =>
  k.table('template_documents', {
    templateId: k
      .text('template_id')
      .primaryKey()
      .references(() => template.id, { onDelete: 'cascade' }),
    document: k.jsonAsWritten<unknown>('document').notNull(),
  })

/** The history of a template: the saved content as an ordered list of parts, with the author. */
export const templateVersions = (k: Kit, template: ReturnType<typeof templates>) =>
  k.table(
    'template_versions',
    {
      id: k.text('id').primaryKey(),
      templateId: k
        .text('template_id')
        .notNull()
        .references(() => template.id, { onDelete: 'cascade' }),
      /** Numbered per template. */
      number: k.int('number').notNull(),
      /** The revision of the template when it was last saved. */
      revision: k.int('revision').notNull(),
      kind: k.text<'auto' | 'manual'>('kind').notNull(),
      label: k.text('label'),
      message: k.text('message'),
      pinned: k.bool('pinned').notNull(),
      authorKind: k.text('author_kind').notNull(),
      authorId: k.text('author_id').notNull(),
      authorName: k.text('author_name').notNull(),
      /** Keys of template_parts: the document without its rows, then every row. */
      parts: k.json<string[]>('parts').notNull(),
      /** Changes since the previous version, in words and numbers. */
      changes: k.json<unknown>('changes').notNull(),
      sizeBytes: k.int('size_bytes').notNull(),
      createdAt: k.big('created_at').notNull(),
      /** Later than created_at if further saves were merged into it. */
      savedAt: k.big('saved_at').notNull(),
    },
    (t) => [k.uniqueIndex('template_versions_number').on(t.templateId, t.number)],
  )

/** The releases of a template. Their rows and documents never change, except for the state of one that is scheduled. */
export const templateReleases = (k: Kit, template: ReturnType<typeof templates>) =>
  k.table(
    'template_releases',
    {
      templateId: k
        .text('template_id')
        .notNull()
        .references(() => template.id, { onDelete: 'cascade' }),
      /** Counts the releases of one template. */
      number: k.int('number').notNull(),
      state: k.text<'published' | 'scheduled' | 'cancelled'>('state').notNull(),
      /** The revision of the draft that it was made from. */
      revision: k.int('revision').notNull(),
      note: k.text('note'),
      /** The release that a rollback published again. */
      restoredFrom: k.int('restored_from'),
      /** Key of its content in release_contents. */
      contentKey: k.text('content_key').notNull(),
      sizeBytes: k.int('size_bytes').notNull(),
      authorKind: k.text('author_kind').notNull(),
      authorId: k.text('author_id').notNull(),
      authorName: k.text('author_name').notNull(),
      createdAt: k.big('created_at').notNull(),
      /** Unix time in ms; set only for a release that is or was scheduled. */
      publishAt: k.big('publish_at'),
      publishedAt: k.big('published_at'),
      /** The review that approved it. */
      reviewId: k.text('review_id'),
      /** True if it was published without the approval that its project requires. */
      approvalBypassed: k.bool('approval_bypassed').notNull().default(false),
    },
    (t) => [
      k.primaryKey({ columns: [t.templateId, t.number] }),
      k
        .index('template_releases_scheduled')
        .on(t.publishAt)
        .where(sql`state = 'scheduled'`),
    ],
  )

/** Contents of releases, a document with the modules that it shows, each stored once for all releases of its template. */
export const releaseContents = (k: Kit, template: ReturnType<typeof templates>) =>
  k.table(
    'release_contents',
    {
      templateId: k
        .text('template_id')
        .notNull()
        .references(() => template.id, { onDelete: 'cascade' }),
      key: k.text('key').notNull(),
      content: k.jsonAsWritten<unknown>('content').notNull(),
    },
    (t) => [k.primaryKey({ columns: [t.templateId, t.key] })],
  )

/** Pieces of documents under their content key, stored once for all versions of a template. */
export const templateParts = (k: Kit, template: ReturnType<typeof templates>) =>
  k.table(
    'template_parts',
    {
      templateId: k
        .text('template_id')
        .notNull()
        .references(() => template.id, { onDelete: 'cascade' }),
      key: k.text('key').notNull(),
      json: k.text('json').notNull(),
    },
    (t) => [k.primaryKey({ columns: [t.templateId, t.key] })],
  )

/** Operations between consecutive revisions of a document, in both directions, for the latest revisions. */
export const templateEdits = (k: Kit, template: ReturnType<typeof templates>) =>
  k.table(
    'template_edits',
    {
      templateId: k
        .text('template_id')
        .notNull()
        .references(() => template.id, { onDelete: 'cascade' }),
      /** The revision that the edit created. */
      revision: k.int('revision').notNull(),
      /** Null if the change could not be expressed in operations. */
      operations: k.jsonAsWritten<unknown[]>('operations'),
      inverse: k.jsonAsWritten<unknown[]>('inverse'),
      /** Ids that the client gave its requests, so that a repeated request is recognized; null if it gave none. */
      editIds: k.jsonAsWritten<string[]>('edit_ids'),
      /**
       * For each of them: its number of operations, and the `contentKey` of its content; null in rows of earlier versions.
       */
      editRequests: k.jsonAsWritten<{ operations: number; hash?: string }[]>('edit_requests'),
      /** Unix time in ms; null in rows of earlier versions. */
      savedAt: k.big('saved_at'),
    },
    (t) => [k.primaryKey({ columns: [t.templateId, t.revision] })],
  )

/** Permissions for a template, or for every template of a folder and its subfolders; exactly one of the two is set. */
export const grants = (
  k: Kit,
  project: ReturnType<typeof projects>,
  tables: { template: ReturnType<typeof templates>; folder: ReturnType<typeof folders> },
) =>
  k.table(
    'grants',
    {
      id: k.text('id').primaryKey(),
      projectId: k
        .text('project_id')
        .notNull()
        .references(() => project.id, { onDelete: 'cascade' }),
      templateId: k.text('template_id').references(() => tables.template.id, { onDelete: 'cascade' }),
      folderId: k.text('folder_id').references(() => tables.folder.id, { onDelete: 'cascade' }),
      /** `default` applies to every principal without a grant of its own. */
      principalKind: k.text('principal_kind').notNull(),
      principalId: k.text('principal_id').notNull(),
      level: k.text('level').notNull(),
      createdAt: k.big('created_at').notNull(),
    },
    (t) => [
      k.index('grants_project').on(t.projectId),
      k.uniqueIndex('grants_template_principal').on(t.templateId, t.principalKind, t.principalId),
      k.uniqueIndex('grants_folder_principal').on(t.folderId, t.principalKind, t.principalId),
    ],
  )

/** Templates starred by a principal: a console user or a plugin user. */
export const favorites = (k: Kit, project: ReturnType<typeof projects>, template: ReturnType<typeof templates>) =>
  k.table(
    'favorites',
    {
      projectId: k
        .text('project_id')
        .notNull()
        .references(() => project.id, { onDelete: 'cascade' }),
      owner: k.text('owner').notNull(),
      templateId: k
        .text('template_id')
        .notNull()
        .references(() => template.id, { onDelete: 'cascade' }),
    },
    (t) => [
      k.primaryKey({ columns: [t.projectId, t.owner, t.templateId] }),
      k.index('favorites_template').on(t.templateId),
    ],
  )
