/** Records the assets of a document when it is saved, so that an asset that a template uses is not deleted. */
import type { EmailDocument, ModuleFragment } from '../../../../email/document/index.ts'
import { fail } from '../../../../kernel/errors/index.ts'
import { idPattern } from '../../../../kernel/ids/index.ts'
import { type PageQuery, readPage } from '../../../../platform/http/index.ts'
import type { Caller } from '../../../../platform/identity/index.ts'
import type { Db } from '../../../../platform/storage/index.ts'
import { editableGuards, visibleGuards } from '../access/access.ts'
import {
  type AssetUse,
  insertModuleAssets,
  keepAssets,
  isUsedBehind,
  replaceTemplateAssets,
  selectAssetUses,
} from './store.ts'

const addressed = new RegExp(`/cdn/(${idPattern('asset').slice(1, -1)})(?:\\.\\d+)?/`, 'g')

// A save needs the ids of the same document twice.
const found = new WeakMap<object, readonly string[]>()

/** Ids of the assets in all URLs of a document or fragment, without duplicates, sorted. */
export function assetIdsIn(content: EmailDocument | ModuleFragment): readonly string[] {
  const known = found.get(content)
  if (known !== undefined) return known
  const ids = Array.from(JSON.stringify(content).matchAll(addressed), ([, id = '']) => id)
  const sorted = [...new Set(ids)].toSorted()
  found.set(content, sorted)
  return sorted
}

/**
 * Keeps newly used assets from being deleted until the transaction ends: a concurrent deletion waits and then finds the use.
 * Missing assets are not an error here; the renderer handles them.
 */
export async function keepNewAssets(
  db: Db,
  before: EmailDocument | undefined,
  content: EmailDocument | ModuleFragment,
): Promise<void> {
  if (db.dialect === 'sqlite') return
  const known = new Set(before === undefined ? [] : assetIdsIn(before))
  await keepAssets(
    db,
    assetIdsIn(content).filter((id) => !known.has(id)),
  )
}

/** Records the assets of a template's document, in the transaction that saves it. */
export async function saveAssetUses(
  db: Db,
  templateId: string,
  { before, document }: { before: EmailDocument | undefined; document: EmailDocument },
): Promise<void> {
  const [old, ids] = [before === undefined ? [] : assetIdsIn(before), assetIdsIn(document)]
  if (old.join() !== ids.join()) await replaceTemplateAssets(db, templateId, ids)
}

/** Adds the assets of a new module version to those of its older ones, and locks them against deletion. */
export async function addModuleAssets(db: Db, moduleId: string, fragment: ModuleFragment): Promise<void> {
  await keepNewAssets(db, undefined, fragment)
  await insertModuleAssets(db, moduleId, assetIdsIn(fragment))
}

/** Templates that the caller may not see are omitted. */
export async function pageAssetUses(
  db: Db,
  caller: Caller,
  assetId: string,
  query: PageQuery,
): Promise<{ items: AssetUse[]; page: { next_cursor: string | null; has_more: boolean } }> {
  const guards = await visibleGuards(db, caller)
  return readPage(query, {
    key: `asset uses ${caller.projectId} ${assetId}`,
    read: ({ after, limit }) =>
      selectAssetUses(db, caller.projectId, assetId, {
        after: after?.map(String) as [string, string] | undefined,
        limit,
        guards,
      }),
    positionOf: ({ kind, id }) => [kind, id],
  })
}

/**
 * Fails with PERMISSION_DENIED if a template that the caller may not edit uses one of these assets, directly or through a
 * module. The message does not name the template, because the caller may not be allowed to see it.
 */
export async function requireEditOfAssetUsers(db: Db, caller: Caller, assetIds: readonly string[]): Promise<void> {
  const guards = await editableGuards(db, caller)
  if (guards === undefined || !(await isUsedBehind(db, caller.projectId, assetIds, guards))) return
  fail('PERMISSION_DENIED', 'A template that you may not edit uses this asset.')
}
