import { retireAuditKeys, secretsInLog, visitSealedAuditKeys } from '../platform/audit/index.ts'
import { visitSealedResponses } from '../platform/http/index.ts'
import type { Vault, VisitSealed, VisitSealedRows } from '../platform/identity/index.ts'
import { type Store, underLocks } from '../platform/storage/index.ts'
import { visitSealedConnections } from '../surfaces/connections/index.ts'
import { visitSealedAlerts, visitSealedMailboxes } from '../surfaces/dmarc/index.ts'
import { visitSealedProjects } from '../surfaces/projects/index.ts'
import { visitSealedWebhooks } from '../surfaces/webhooks/index.ts'
import { visitSealedAuthenticators } from './accounts/index.ts'
import { loadAuditKeys } from './audit-keys.ts'
import { type InstanceConfig, replaceStoredSecret, secretTaken, secretsOf, vaultOf } from './instance-secret.ts'
import { checkSecret, markSecret } from './secret-check.ts'

/** All tables with sealed values. */
const sealedTables: readonly VisitSealedRows[] = [
  visitSealedProjects,
  visitSealedAuthenticators,
  visitSealedConnections,
  visitSealedMailboxes,
  visitSealedWebhooks,
  visitSealedAlerts,
  visitSealedResponses,
  visitSealedAuditKeys,
]

const pageRows = 100

export interface SealedValues {
  /** Number of values by key id. */
  byKey: ReadonlyMap<string, number>
  /** Table and row of values that no configured secret can open. */
  lost: readonly string[]
}

export interface Rotation extends SealedValues {
  /**
   * `started`: a new secret was generated. `resumed`: an interrupted rotation is finished. `unchanged`: there is no other
   * secret.
   */
  kind: 'started' | 'resumed' | 'unchanged'
  keyId: string
  /** Values that were sealed again with the current key. */
  resealed: number
}

/**
 * Seals every stored value with the current key. If the secret is in the data directory and no rotation is unfinished, a new
 * one is generated first. After an interruption the next call resumes; servers may run meanwhile.
 */
export async function rotateSecret(store: Store, config: InstanceConfig): Promise<Rotation> {
  const vault = vaultOf(config)
  const { byKey } = await visitAll(store, vault)
  // A server may seal with the old secret while it is being replaced; `v1` contains no key id.
  const isUnfinished = [...byKey.keys()].some((id) => id !== vault.keyId() && id !== 'v1')
  let isOfPrevious = false
  let isReplaced = false
  const kind = await store.tx(async (db) => {
    // A retry of the transaction does not undo the file: the new secret exists already.
    if (isReplaced) return 'started'
    // The mark is locked: of two concurrent rotations, the second resumes the first.
    isOfPrevious = (await checkSecret(db, vault)) === 'previous'
    if (isOfPrevious || isUnfinished) return 'resumed'
    if (!config.isSecretGenerated) return 'unchanged'
    replaceStoredSecret(config.dataDir)
    isReplaced = true
    return 'started'
  }, underLocks)
  const { resealed, ...values } = await visitAll(store, vault, { reseals: true })
  // A secret in SVC_SECRET_PREVIOUS may be the next one, until the store uses it.
  if (isOfPrevious || config.isSecretGenerated === true) await retirePrevious(store, config)
  // Values that no secret opens must not keep the store marked with an old secret.
  await store.tx((db) => markSecret(db, vault))
  return { ...values, kind, keyId: vault.keyId(), resealed }
}

/**
 * Stores the audit keys of previous secrets, so that the log can be verified without those. For secrets from the
 * environment, only those that signed the log.
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

/** Counts sealed values by key. */
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

/** Counts per transaction, so that a retry starts at zero. */
function visitPage(
  store: Store,
  { visitRows, after }: { visitRows: VisitSealedRows; after: string },
  { vault, reseals }: { vault: Vault; reseals: boolean },
): Promise<{ visited: Visited; after: string | undefined }> {
  const current = vault.keyId()
  return store.tx(async (db) => {
    const visited: Visited = { byKey: new Map(), lost: [], resealed: 0 }
    const visit: VisitSealed = (sealed, context) => {
      // The project of the public templates has no credentials.
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
