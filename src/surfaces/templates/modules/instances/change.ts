/** One change to the instances of a module in one template: bringing them to a version, or taking them out. */
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
  /** Pinned instances show this version from now on; all instances become blocks unless given. */
  version?: number
  /** Only this one. */
  nodeId?: string
  /** Nothing is changed, it is only told. */
  dryRun?: boolean
}

/**
 * Changes the instances in some templates, each by itself: what keeps one from it (LOCKED, PERMISSION_DENIED,
 * CONTENT_LOCKED, TEMPLATE_NOT_FOUND and what else a save may answer) is its result, and changes nothing of it.
 */
export async function changeTemplates(
  store: Store,
  caller: Caller,
  change: Change,
  ids: readonly string[],
): Promise<InstanceResult[]> {
  const results: InstanceResult[] = []
  // In the order of their ids, so that two calls never wait for each other.
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

/** What changes in words, nothing to say as an empty text; undefined when nothing is to be done. */
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

// What a reader of the email would see, not that a number became another.
async function wordsFor(
  db: Db,
  { projectId }: Caller,
  { document, next }: { document: EmailDocument; next: EmailDocument },
): Promise<string> {
  const [before, after] = [await loadModules(db, projectId, document), await loadModules(db, projectId, next)]
  return changesBetween(expandDocument(document, before).document, expandDocument(next, after).document).text
}
