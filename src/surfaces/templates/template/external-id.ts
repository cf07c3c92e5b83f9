/** Ids that callers give to templates, folders, modules and assets. */
import { fail } from '../../../kernel/errors/index.ts'
import type { ExternalKind } from '../../../kernel/ids/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import { type Db, findByExternalIds, lockExternalId } from '../../../platform/storage/index.ts'
import { accessTo } from './access/access.ts'
import { findTemplate } from './store.ts'
import { viewerOf } from './viewer.ts'

/**
 * Serializes changes that give an external id to a resource; no-op without one. Call it before the transaction writes or
 * locks any row.
 */
export async function holdExternalId(
  db: Db,
  { projectId }: Caller,
  kind: ExternalKind,
  externalId: string | null | undefined,
): Promise<void> {
  if (externalId != null) await lockExternalId(db, kind, projectId, externalId)
}

/** Like `holdExternalId` for a template in the trash, which cannot change its external id. */
export async function holdExternalIdOf(db: Db, caller: Caller, templateId: string): Promise<void> {
  const row = await findTemplate(db, viewerOf(caller), templateId)
  await holdExternalId(db, caller, 'template', row?.externalId)
}

/**
 * EXTERNAL_ID_TAKEN if another resource of the kind has the external id, with its id if the caller may see it. The
 * transaction must have called `holdExternalId`.
 */
export async function requireFreeExternalId(
  db: Db,
  caller: Caller,
  kind: ExternalKind,
  { externalId, self }: { externalId: string | null | undefined; self?: string },
): Promise<void> {
  if (externalId == null) return
  const found = await findByExternalIds(db, kind, { projectId: caller.projectId, externalIds: [externalId] })
  const holder = found[0]?.id
  if (holder === undefined || holder === self) return
  const isVisible = kind !== 'template' || (await maySee(db, caller, holder))
  fail(
    'EXTERNAL_ID_TAKEN',
    isVisible ? { detail: `${holder} has this external id.`, extra: { holder_id: holder } } : {},
  )
}

async function maySee(db: Db, caller: Caller, id: string): Promise<boolean> {
  const row = await findTemplate(db, viewerOf(caller), id)
  return row !== undefined && (await accessTo(db, caller, row)) !== 'none'
}
