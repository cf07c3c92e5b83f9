import { sql } from 'drizzle-orm'
import type { Kit } from '../kit.ts'
import type { companies, projects } from './identity.ts'
import type { modules } from './modules.ts'
import type { templates } from './templates.ts'

/** Images and other files of a project; their bytes are blobs. A library of a project stores identical bytes once. */
export const assets = (k: Kit, project: ReturnType<typeof projects>) =>
  k.table(
    'assets',
    {
      id: k.text('id').primaryKey(),
      projectId: k
        .text('project_id')
        .notNull()
        .references(() => project.id, { onDelete: 'cascade' }),
      /** SHA-256 of the bytes, hexadecimal. */
      contentHash: k.text('content_hash').notNull(),
      /** The hash by which a repeated upload finds the asset; null once its file was replaced. */
      uploadHash: k.text('upload_hash'),
      /** Version of the content; the URLs of all but the first contain it. */
      version: k.int('version').notNull().default(1),
      /** The blob key; null for `assets/<id>`. */
      blobKey: k.text('blob_key'),
      mime: k.text('mime').notNull(),
      kind: k.text<'image' | 'file'>('kind').notNull(),
      bytes: k.big('bytes').notNull(),
      name: k.text('name').notNull(),
      /** The name folded by `foldCase`. */
      nameKey: k.text('name_key').notNull(),
      /** Name, alt and tags folded by `foldForSearch`. */
      words: k.text('words').notNull(),
      alt: k.text('alt'),
      tags: k.json<string[]>('tags').notNull(),
      /** Folder names joined by slashes; null for none. */
      folder: k.text('folder'),
      /**
       * The library of the project: '' is shared (API keys and accounts), `user:<id>` belongs to one end user,
       * `folder:<path>` to tokens that name the folder. Each stores identical bytes once.
       */
      library: k.text('library').notNull(),
      /** The email of the token that uploaded it, if the token is limited to one. */
      emailId: k.text('email_id'),
      facts: k.json<Record<string, unknown>>('facts'),
      /** The focal point, in ten-thousandths of both sides. */
      focalX: k.int('focal_x'),
      focalY: k.int('focal_y'),
      /** A small image as a `data:` URL. */
      placeholder: k.text('placeholder'),
      /** Incremented by every change; used by ETag and If-Match. */
      revision: k.int('revision').notNull(),
      createdByKind: k.text('created_by_kind').notNull(),
      createdById: k.text('created_by_id').notNull(),
      createdByName: k.text('created_by_name').notNull(),
      createdAt: k.big('created_at').notNull(),
      updatedAt: k.big('updated_at').notNull(),
      /** The caller's own id, unique in the project. */
      externalId: k.text('external_id'),
      metadata: k.json<Record<string, string>>('metadata').notNull().default({}),
    },
    (t) => [
      k.uniqueIndex('assets_content').on(t.projectId, t.uploadHash, t.library),
      k.index('assets_creator').on(t.projectId, t.createdByKind, t.createdById, t.createdAt),
      k.index('assets_project').on(t.projectId, t.id),
      k
        .index('assets_blob_key')
        .on(t.blobKey)
        .where(sql`blob_key is not null`),
      k.index('assets_name').on(t.projectId, t.nameKey, t.id),
      k
        .uniqueIndex('assets_external_id')
        .on(t.projectId, t.externalId)
        .where(sql`external_id is not null`),
    ],
  )

/** All contents of an asset whose file was replaced, the current one included; their URLs are valid as long as the asset. */
export const assetVersions = (k: Kit, asset: ReturnType<typeof assets>) =>
  k.table(
    'asset_versions',
    {
      assetId: k
        .text('asset_id')
        .notNull()
        .references(() => asset.id, { onDelete: 'cascade' }),
      version: k.int('version').notNull(),
      contentHash: k.text('content_hash').notNull(),
      blobKey: k.text('blob_key').notNull(),
      mime: k.text('mime').notNull(),
      bytes: k.big('bytes').notNull(),
      facts: k.json<Record<string, unknown>>('facts'),
      /** The focal point when the version was last current. */
      focalX: k.int('focal_x'),
      focalY: k.int('focal_y'),
      placeholder: k.text('placeholder'),
      authorKind: k.text('author_kind').notNull(),
      authorId: k.text('author_id').notNull(),
      authorName: k.text('author_name').notNull(),
      createdAt: k.big('created_at').notNull(),
    },
    (t) => [k.primaryKey({ columns: [t.assetId, t.version] }), k.index('asset_versions_blob_key').on(t.blobKey)],
  )

/** Direct uploads into the bucket, from the signing of their URL until their bytes are deleted. */
export const assetUploads = (k: Kit, project: ReturnType<typeof projects>) =>
  k.table(
    'asset_uploads',
    {
      id: k.text('id').primaryKey(),
      projectId: k
        .text('project_id')
        .notNull()
        .references(() => project.id, { onDelete: 'cascade' }),
      /** The only Content-Length that the signed URL accepts. */
      bytes: k.big('bytes').notNull(),
      /** The created asset; null until the upload is completed. */
      assetId: k.text('asset_id'),
      createdAt: k.big('created_at').notNull(),
    },
    (t) => [k.index('asset_uploads_project').on(t.projectId), k.index('asset_uploads_created').on(t.createdAt)],
  )

/** Total bytes of the assets of all projects of a company; updated in the transactions that add and remove assets. */
export const assetTotals = (k: Kit, company: ReturnType<typeof companies>) =>
  k.table('asset_totals', {
    companyId: k
      .text('company_id')
      .primaryKey()
      .references(() => company.id, { onDelete: 'cascade' }),
    bytes: k.big('bytes').notNull(),
    count: k.big('count').notNull(),
  })

/** Assets whose URLs are in the documents of templates. A document may reference a deleted asset. */
export const templateAssetUses = (k: Kit, template: ReturnType<typeof templates>) =>
  k.table(
    'template_asset_uses',
    {
      templateId: k
        .text('template_id')
        .notNull()
        .references(() => template.id, { onDelete: 'cascade' }),
      assetId: k.text('asset_id').notNull(),
    },
    (t) => [
      k.primaryKey({ columns: [t.templateId, t.assetId] }),
      k.index('template_asset_uses_asset').on(t.assetId, t.templateId),
    ],
  )

/** Assets in the content of any release of a template. */
export const releaseAssetUses = (k: Kit, template: ReturnType<typeof templates>) =>
  k.table(
    'release_asset_uses',
    {
      templateId: k
        .text('template_id')
        .notNull()
        .references(() => template.id, { onDelete: 'cascade' }),
      assetId: k.text('asset_id').notNull(),
    },
    (t) => [k.primaryKey({ columns: [t.templateId, t.assetId] }), k.index('release_asset_uses_asset').on(t.assetId)],
  )

/** Assets in any version of a module: instances may be pinned to each. */
export const moduleAssetUses = (k: Kit, module: ReturnType<typeof modules>) =>
  k.table(
    'module_asset_uses',
    {
      moduleId: k
        .text('module_id')
        .notNull()
        .references(() => module.id, { onDelete: 'cascade' }),
      assetId: k.text('asset_id').notNull(),
    },
    (t) => [
      k.primaryKey({ columns: [t.moduleId, t.assetId] }),
      k.index('module_asset_uses_asset').on(t.assetId, t.moduleId),
    ],
  )
