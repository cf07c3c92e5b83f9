/** One change to the instances of a module in one template: updates them to a version, or detaches them. */
import { type EmailDocument, type ModuleUse, detachModules, isModuleUse } from '../../../../email/document/index.ts'
import { ServiceError, fail } from '../../../../kernel/errors/index.ts'
import type { Caller } from '../../../../platform/identity/index.ts'
import { type Db, type Store, underLocks } from '../../../../platform/storage/index.ts'
import {
  authorize,
  changeTemplate,
  changesBetween,
  cleanDocument,
  withStored,
  expandDocument,
  findDocument,
  loadModules,
} from '../../template/index.ts'
import type { InstanceResult } from './contract.ts'

export interface Change {
  moduleId: string
  /** Pinned instances are updated to this version; without it all instances become blocks. */
  version?: number
  /** Changes only this instance. */
  nodeId?: string
  /** Reports the change without saving it. */
  dryRun?: boolean
}

/**
 * Changes the instances in some templates, each independently: the failure of one (LOCKED, PERMISSION_DENIED,
 * CONTENT_LOCKED, TEMPLATE_NOT_FOUND or another error of a save) is its result, and that template stays unchanged.
 */
export async function changeTemplates(
  store: Store,
  caller: Caller,
  change: Change,
  ids: readonly string[],
): Promise<InstanceResult[]> {
  const results: InstanceResult[] = []
  // Ordered by id, so that two concurrent requests cannot deadlock.
  for (const id of ids.toSorted()) results.push(await changeOne(store, caller, change, id))
  return results
}

async function changeOne(store: Store, caller: Caller, change: Change, id: string): Promise<InstanceResult> {
  try {
    const changes = await store.tx((db) => apply(db, caller, change, id), underLocks)
    const changed = changes !== undefined
    return { template_id: id, ok: true, changed, ...(changed && changes !== '' ? { changes } : {}) }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return { template_id: id, ok: false, changed: false, error: { code: error.apiCode, message: error.message } }
  }
}

/** A description of the change, possibly empty; undefined if nothing changes. */
async function apply(db: Db, caller: Caller, change: Change, id: string): Promise<string | undefined> {
  const row = await authorize(db, caller, id)
  const document = (await findDocument(db, caller.projectId, id)) ?? fail('TEMPLATE_NOT_FOUND')
  const modules = await loadModules(db, caller.projectId, document)
  const isMeant = (use: ModuleUse) =>
    use.ref.id === change.moduleId && (change.nodeId === undefined || use.id === change.nodeId)
  const { version } = change
  const next =
    version === undefined ? detachModules(document, modules.lookup, isMeant) : pinned(document, isMeant, version)
  if (next === document) return undefined
  const words = version === undefined ? '' : await wordsFor(db, caller, { document, next })
  if (change.dryRun === true) return words
  const message = version === undefined ? 'Detached a module' : `Synced a module to version ${version}`
  await changeTemplate(db, caller, row, {
    content: { document: withStored(next, () => cleanDocument(next)), source: row.source },
    note: { kind: 'manual', message },
  })
  return words
}

function pinned(document: EmailDocument, isMeant: (use: ModuleUse) => boolean, version: number): EmailDocument {
  let isSame = true
  const rows = document.rows.map((row) => {
    if (!isModuleUse(row) || !isMeant(row)) return row
    if (row.ref.version === 'latest' || row.ref.version === version) return row
    isSame = false
    return { ...row, ref: { ...row.ref, version } }
  })
  return isSame ? document : { ...document, rows }
}

// Describes the visible difference instead of the version numbers.
async function wordsFor(
  db: Db,
  { projectId }: Caller,
  { document, next }: { document: EmailDocument; next: EmailDocument },
): Promise<string> {
  const [before, after] = [await loadModules(db, projectId, document), await loadModules(db, projectId, next)]
  return changesBetween(expandDocument(document, before).document, expandDocument(next, after).document).text
}
