/** Changes the drafts and modules that use an asset, each in a transaction of its own. */
import { ServiceError, fail } from '../../../../kernel/errors/index.ts'
import type { Caller } from '../../../../platform/identity/index.ts'
import { type Db, type Store, underLocks } from '../../../../platform/storage/index.ts'
import { getModule, updateModule } from '../modules.ts'
import { authorize, changeTemplate, cleanDocument, findDocument, withStored } from '../../template/index.ts'
import * as rows from './store.ts'

export interface UserChange {
  caller: Caller
  assetId: string
  /** Description of the new versions. */
  message: string
  /** Returns the same object if nothing changes. */
  change<Content extends object>(content: Content): Content
}

/** A template or module after its change; a failure leaves it as it was. */
export interface UserResult {
  kind: 'template' | 'module'
  id: string
  changed: boolean
  error?: { code: string; message: string }
}

/** Ids read at a time. */
const page = 50

/**
 * Modules first, because templates follow them. Users that already are as `change` returns them are left alone, so that a
 * repeated run changes only what is left. Ends early when `signal` is aborted.
 */
export async function* changeAssetUsers(
  store: Store,
  change: UserChange,
  signal: AbortSignal,
): AsyncGenerator<UserResult, void, void> {
  const kinds = [
    { kind: 'module', select: rows.selectModulesWith, apply: changeModule },
    { kind: 'template', select: rows.selectTemplatesWith, apply: changeDraft },
  ] as const
  const { assetId, caller } = change
  for (const { apply, kind, select } of kinds) {
    let ids: string[] = []
    let afterId = ''
    do {
      ids = await select(store.read, caller.projectId, { assetId, afterId, limit: page })
      for (const id of ids) {
        if (signal.aborted) return
        yield { kind, id, ...(await changeOne(store, (db) => apply(db, id, change))) }
      }
      afterId = ids.at(-1) ?? afterId
    } while (ids.length === page)
  }
}

async function changeOne(
  store: Store,
  apply: (db: Db) => Promise<boolean>,
): Promise<Pick<UserResult, 'changed' | 'error'>> {
  try {
    return { changed: await store.tx(apply, underLocks) }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return { changed: false, error: { code: error.apiCode, message: error.message } }
  }
}

async function changeDraft(db: Db, id: string, { caller, change, message }: UserChange): Promise<boolean> {
  // An editor that has the template open merges the change.
  const row = await authorize(db, caller, id, { merges: true })
  const document = (await findDocument(db, caller.projectId, id)) ?? fail('TEMPLATE_NOT_FOUND')
  const next = change(document)
  if (next === document) return false
  await changeTemplate(db, caller, row, {
    content: { document: withStored(document, () => cleanDocument(next)), source: row.source },
    note: { kind: 'manual', message },
  })
  return true
}

async function changeModule(db: Db, id: string, { caller, change, message }: UserChange): Promise<boolean> {
  const { assets, nodes, revision, slots, translations } = await getModule(db, caller, id)
  const content = {
    nodes,
    ...(assets === undefined ? {} : { assets }),
    ...(translations === undefined ? {} : { translations }),
  }
  const next = change(content)
  if (next === content) return false
  const { revision: changed } = await updateModule(db, caller, { id, body: { ...next, slots, message } })
  return changed !== revision
}
