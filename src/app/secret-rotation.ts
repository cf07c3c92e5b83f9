import { retireAuditKeys, secretsInLog, visitSealedAuditKeys } from '../platform/audit/index.ts'
import { visitSealedResponses } from '../platform/http/index.ts'
import type { Vault, VisitSealed, VisitSealedRows } from '../platform/identity/index.ts'
import { type Store, underLocks } from '../platform/storage/index.ts'
import { visitSealedConnections } from '../surfaces/connections/index.ts'
import { visitSealedProjects } from '../surfaces/projects/index.ts'
import { visitSealedWebhooks } from '../surfaces/webhooks/index.ts'
import { loadAuditKeys } from './audit-keys.ts'
import { type InstanceConfig, replaceStoredSecret, secretTaken, secretsOf, vaultOf } from './instance-secret.ts'
import { checkSecret, markSecret } from './secret-check.ts'

/** Every table that holds sealed values. */
const sealedTables: readonly VisitSealedRows[] = [
  visitSealedProjects,
  visitSealedConnections,
  visitSealedWebhooks,
  visitSealedResponses,
  visitSealedAuditKeys,
]

const pageRows = 100

export interface SealedValues {
  /** How many values are sealed with which key, by key id. */
  byKey: ReadonlyMap<string, number>
  /** Tables and rows of values that no given secret opens. */
  lost: readonly string[]
}

export interface Rotation extends SealedValues {
  /** `started`: a new secret was generated. `resumed`: one that was new is finished. `unchanged`: there is no other secret. */
  kind: 'started' | 'resumed' | 'unchanged'
  keyId: string
  /** Values that were sealed again, with the current key. */
  resealed: number
}

/**
 * Seals every stored secret with the current key. Where the secret is in the data directory and no rotation is unfinished,
 * a new one is generated first. Whatever ends the process, the next call continues; servers may run meanwhile.
 */
export async function rotateSecret(store: Store, config: InstanceConfig): Promise<Rotation> {
  const vault = vaultOf(config)
  const { byKey } = await visitAll(store, vault)
  // What a server sealed with the secret before it, while that was replaced; `v1` names no key.
  const isUnfinished = [...byKey.keys()].some((id) => id !== vault.keyId() && id !== 'v1')
  let isOfPrevious = false
  let isReplaced = false
  const kind = await store.tx(async (db) => {
    // The file is not taken back when the transaction is repeated: then the new secret is there already.
    if (isReplaced) return 'started'
    // The lock on the mark: of two rotations at once, the second continues the first.
    isOfPrevious = (await checkSecret(db, vault)) === 'previous'
    if (isOfPrevious || isUnfinished) return 'resumed'
    if (!config.isSecretGenerated) return 'unchanged'
    replaceStoredSecret(config.dataDir)
    isReplaced = true
    return 'started'
  }, underLocks)
  const { resealed, ...values } = await visitAll(store, vault, { reseals: true })
  // A secret in SVC_SECRET_PREVIOUS may as well be the next one, until the store is under it.
  if (isOfPrevious || config.isSecretGenerated === true) await retirePrevious(store, config)
  // Values that nothing opens are not a reason to keep the others' mark on an old secret.
  await store.tx((db) => markSecret(db, vault))
  return { ...values, kind, keyId: vault.keyId(), resealed }
}

/**
 * Keeps the audit keys of the secrets before the current one, so that the log verifies without these. For secrets that are given
 * by the environment only where the log is signed with them.
 */
export async function retirePrevious(
  store: Store,
  config: InstanceConfig,
  { onlyInLog = false }: { onlyInLog?: boolean } = {},
): Promise<void> {
  await secretTaken(config)
  await loadAuditKeys(store, config)
  const previous = secretsOf(config).latest().slice(1)
  await retireAuditKeys(store, vaultOf(config), onlyInLog ? await secretsInLog(store.read, previous) : previous)
}

/** What is sealed in the store, and with which keys. */
export async function countSealed(store: Store, config: InstanceConfig): Promise<SealedValues> {
  const { byKey, lost } = await visitAll(store, vaultOf(config))
  return { byKey, lost }
}

type Visited = { byKey: Map<string, number>; lost: string[]; resealed: number }

async function visitAll(store: Store, vault: Vault, { reseals = false } = {}): Promise<Visited> {
  const all: Visited = { byKey: new Map(), lost: [], resealed: 0 }
  for (const visitRows of sealedTables) {
    let after: string | undefined = ''
    while (after !== undefined) {
      const page = await visitPage(store, { visitRows, after }, { vault, reseals })
      for (const [id, count] of page.visited.byKey) all.byKey.set(id, (all.byKey.get(id) ?? 0) + count)
      all.lost.push(...page.visited.lost)
      all.resealed += page.visited.resealed
      after = page.after
    }
  }
  return all
}

/** Counts within the transaction: a repeated one begins anew. */
function visitPage(
  store: Store,
  { visitRows, after }: { visitRows: VisitSealedRows; after: string },
  { vault, reseals }: { vault: Vault; reseals: boolean },
): Promise<{ visited: Visited; after: string | undefined }> {
  const current = vault.keyId()
  return store.tx(async (db) => {
    const visited: Visited = { byKey: new Map(), lost: [], resealed: 0 }
    const visit: VisitSealed = (sealed, context) => {
      // The public templates belong to a project without credentials.
      if (!/^v\d\./.test(sealed)) return sealed
      let value = sealed
      try {
        const text = vault.open(sealed, context)
        if (reseals && vault.keyIdOf(sealed) !== current) {
          value = vault.seal(text, context)
          visited.resealed++
        }
      } catch {
        visited.lost.push(`${context.table} ${context.row}`)
      }
      const id = vault.keyIdOf(value)
      visited.byKey.set(id, (visited.byKey.get(id) ?? 0) + 1)
      return value
    }
    return { visited, after: await visitRows(db, visit, { after, limit: pageRows }) }
  }, underLocks)
}
