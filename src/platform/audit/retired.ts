import type { SealContext, Vault, VisitSealedRows } from '../identity/index.ts'
import type { Db, Store } from '../storage/index.ts'
import { lastAnchor } from './anchors.ts'
import { collectAudit } from './audit.ts'
import { type AuditKey, type RetiredKey, auditKeysOf, deriveAuditKey, keyIdOf } from './keys.ts'
import { checkpointFields } from './prune.ts'
import {
  deleteState,
  listChainsSignedBy,
  saveCheckpoint,
  saveState,
  selectCheckpoint,
  selectCheckpoints,
  selectStates,
} from './store.ts'

/** Action of the row after which no row of its chain may be signed with the key that it names. */
export const retirementAction = 'audit.key_retired'

const prefix = 'audit_key.'

interface Sealed {
  /** From 1, in the order in which keys were first retired. */
  number: number
  /** Hexadecimal. */
  bytes: string
  /** Hexadecimal. */
  pseudonym: string
  retiredAt: number
  lastAnchor: number
}

const contextOf = (key: string): SealContext => ({
  purpose: 'retired audit key',
  table: 'settings',
  row: key,
  project: '',
})

/**
 * The retired keys of a store, the newest first. Those that the vault cannot open are omitted: their rows have an unknown
 * key.
 */
export async function readRetiredKeys(db: Db, vault: Vault): Promise<(RetiredKey & { number: number })[]> {
  const found: (RetiredKey & { number: number })[] = []
  for (const { key, value } of await selectStates(db, prefix)) {
    const sealed = open(vault, key, value)
    if (sealed === undefined) continue
    const { bytes, pseudonym, ...rest } = sealed
    const id = key.slice(prefix.length)
    found.push({ ...rest, id, keyId: id, bytes: Buffer.from(bytes, 'hex'), pseudonym: Buffer.from(pseudonym, 'hex') })
  }
  return found.sort((a, b) => b.number - a.number)
}

/**
 * Retires the audit keys of secrets that no longer sign, given the newest first: every chain with rows of them gets a row
 * under the current key, after which their signatures are invalid; checkpoints are signed again; and the keys are stored,
 * sealed by the vault, so that the rows still verify without the secrets. May be interrupted and called again. Returns the
 * number of keys retired by this call.
 */
export async function retireAuditKeys(store: Store, vault: Vault, secrets: readonly string[]): Promise<number> {
  const known = new Set((await readRetiredKeys(store.read, vault)).map(({ id }) => id))
  const current = keyIdOf(auditKeysOf(store.read).sign([])) ?? ''
  // A secret that became current again: its rows may follow its retirement.
  if (known.has(current)) await store.tx((db) => deleteState(db, `${prefix}${current}`))
  const keys = secrets.map(deriveAuditKey).filter(({ id }) => id !== current && !known.has(id))
  for (const key of keys.reverse()) await retire(store, vault, key)
  return keys.length
}

/** The secrets whose keys have signed rows of the log. */
export async function secretsInLog(db: Db, secrets: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const secret of secrets)
    if ((await listChainsSignedBy(db, deriveAuditKey(secret).id)).length > 0) found.push(secret)
  return found
}

async function retire(store: Store, vault: Vault, key: AuditKey): Promise<void> {
  const retiredAt = Date.now()
  for (const projectId of await listChainsSignedBy(store.read, key.id)) {
    const entry = {
      actor: { kind: 'system', id: 'audit' } as const,
      action: retirementAction,
      projectId,
      detail: { key: key.id, retired_at: retiredAt },
    }
    await store.tx(async (db) => collectAudit(db, projectId, [entry]))
  }
  for (const { chain } of await selectCheckpoints(store.read))
    await signAgain(store, chain === '' ? null : chain, key.id)
  // Last: once a key counts as retired, chains without that row are forged.
  await store.tx(async (db) => {
    const name = `${prefix}${key.id}`
    const [newest] = await readRetiredKeys(db, vault)
    const sealed: Sealed = {
      number: (newest?.number ?? 0) + 1,
      bytes: key.bytes.toString('hex'),
      pseudonym: key.pseudonym.toString('hex'),
      retiredAt,
      // An anchor may have been signed before and be written now.
      lastAnchor: ((await lastAnchor(db))?.number ?? 0) + 1,
    }
    await saveState(db, name, { sealed: vault.seal(JSON.stringify(sealed), contextOf(name)) })
  })
}

function signAgain(store: Store, projectId: string | null, keyId: string): Promise<void> {
  return store.tx(async (db) => {
    const keys = auditKeysOf(db)
    const checkpoint = await selectCheckpoint(db, projectId, { lock: true })
    if (checkpoint === undefined || keyIdOf(checkpoint.mac) !== keyId) return
    const fields = checkpointFields(checkpoint)
    if (keys.check(fields, checkpoint.mac) === 'valid')
      await saveCheckpoint(db, { ...checkpoint, mac: keys.sign(fields) })
  })
}

function open(vault: Vault, key: string, value: unknown): Sealed | undefined {
  const sealed = sealedOf(value)
  if (sealed === undefined) return undefined
  try {
    return JSON.parse(vault.open(sealed, contextOf(key))) as Sealed
  } catch {
    return undefined
  }
}

function sealedOf(value: unknown): string | undefined {
  return typeof value === 'object' && value !== null && 'sealed' in value && typeof value.sealed === 'string'
    ? value.sealed
    : undefined
}

export const visitSealedAuditKeys: VisitSealedRows = async (db, visit, { after, limit }) => {
  const rows = await selectStates(db, prefix, { after, limit, lock: true })
  for (const { key, value } of rows) {
    const sealed = sealedOf(value)
    if (sealed === undefined) continue
    const next = visit(sealed, contextOf(key))
    if (next !== sealed) await saveState(db, key, { sealed: next })
  }
  return rows.length < limit ? undefined : rows.at(-1)?.key
}
