import { type Blobs, collectExpired, discardOwn } from '../blobs/index.ts'
import type { Log } from '../log/index.ts'
import { type Store, underLocks } from '../storage/index.ts'
import { limits } from '../../kernel/limits.ts'
import { type AuditKeys, auditKeysOf } from './keys.ts'
import { hasRow, lastOfChain, listChains, lockChain, saveState, selectCheckpoint, selectState } from './store.ts'

/** The head of a chain when it was anchored: project (null: none), position, time and hash of the last row. */
export type AnchoredHead = readonly [projectId: string | null, seq: number, at: number, hash: string]

/** Signed heads of chains, stored as a blob outside of the database, which makes truncation of a chain detectable. */
export interface Anchor {
  /** From 1 without gaps. */
  readonly number: number
  readonly at: number
  /** The signature of the previous anchor; null for the first. */
  readonly previous: string | null
  /** True if it contains all chains, not only those that grew. */
  readonly isFull: boolean
  readonly heads: readonly AnchoredHead[]
  readonly signature: string
}

export interface LastAnchor {
  readonly number: number
  readonly at: number
  readonly signature: string
  /** Time of the last full anchor. */
  readonly fullAt: number
}

export interface AnchorDeps {
  store: Store
  blobs: Blobs
  log: Log
}

/** Key prefix of anchors among the blobs. */
const anchorPrefix = 'audit/'

const stateKey = 'audit_anchor'
const dayMs = 86_400_000
// A row gets its time before its commit, so it may appear this much later.
const lateMs = 15 * 60_000

function fieldsOf({ number, at, previous, isFull, heads }: Omit<Anchor, 'signature'>): unknown[] {
  return ['svc audit anchor v1', number, at, previous, isFull, heads]
}

export async function lastAnchor(db: Store['read'], lock = false): Promise<LastAnchor | undefined> {
  return (await selectState(db, stateKey, { lock })) as LastAnchor | undefined
}

/** Writes anchors, and reports anchored rows that are missing. */
export interface Anchorer {
  /** Anchors the chains that grew since the last anchor, and once a day all of them; returns their number. */
  anchor(nowMs: number): Promise<number>
}

/** An anchorer for a store and its blobs. Several replicas may each have one. */
export function createAnchorer({ store, blobs, log }: AnchorDeps): Anchorer {
  const anchored = new Map<string | null, AnchoredHead>()

  async function headsOf(chains: readonly (string | null)[]): Promise<AnchoredHead[]> {
    const heads: AnchoredHead[] = []
    for (const projectId of chains) {
      const before = anchored.get(projectId)
      if (before !== undefined) await requireRow(before)
      const head = await lastOfChain(store.read, projectId)
      if (head?.seq != null) heads.push([projectId, head.seq, head.at, head.hash])
    }
    return heads
  }

  // Checked here besides `svc audit verify`, so that the log reports a missing row within minutes.
  async function requireRow([projectId, seq, at, hash]: AnchoredHead): Promise<void> {
    if (await hasRow(store.read, projectId, { at, hash })) return
    const checkpoint = await selectCheckpoint(store.read, projectId)
    if (checkpoint !== undefined && at <= checkpoint.at) return
    log.error('audit_row_missing', { project: projectId, seq, remedy: 'Run svc audit verify.' })
  }

  return {
    async anchor(nowMs) {
      const keys = auditKeysOf(store.read)
      const last = await lastAnchor(store.read)
      const isFull = last === undefined || Math.floor(last.fullAt / dayMs) !== Math.floor(nowMs / dayMs)
      const chains = await listChains(store.read, isFull ? {} : { since: last.at - lateMs })
      const heads = await headsOf(chains)
      const isNews = isFull || heads.some(([projectId, seq]) => anchored.get(projectId)?.[1] !== seq)
      if (!isNews || heads.length === 0) return 0
      const body = { number: (last?.number ?? 0) + 1, at: nowMs, previous: last?.signature ?? null, isFull, heads }
      const anchor: Anchor = { ...body, signature: keys.sign(fieldsOf(body)) }
      const key = keyOf(anchor)
      await blobs.put(key, Buffer.from(JSON.stringify(anchor)))
      const state = {
        number: anchor.number,
        at: nowMs,
        signature: anchor.signature,
        fullAt: isFull ? nowMs : last.fullAt,
      }
      const isNext = await store.tx(async (db) => {
        // Before the first anchor there is no row to lock.
        await lockChain(db, 'anchors')
        if ((await lastAnchor(db, true))?.signature !== last?.signature) return false
        await saveState(db, stateKey, state)
        return true
      }, underLocks)
      // Another replica wrote its anchor first: this one is not part of the chain of anchors.
      if (!isNext) {
        await discardOwn(blobs, [key])
        return 0
      }
      for (const head of heads) anchored.set(head[0], head)
      log.info('audit_anchor', { number: anchor.number, chains: heads.length, mac: anchor.signature })
      return heads.length
    },
  }
}

// Another replica may sign the same heads in the same millisecond; a random suffix keeps its anchor from being deleted with
// this one.
function keyOf({ number, at, signature }: Anchor): string {
  const day = new Date(at).toISOString().slice(0, 10)
  return `${anchorPrefix}${day}/${String(number).padStart(10, '0')}-${signature.slice(-8)}-${crypto.randomUUID().slice(0, 8)}.json`
}

/** A stored anchor that failed verification. */
export interface BadAnchor {
  key: string
  reason: 'altered' | 'unknown-key' | 'retired-key'
}

/** Reads the anchors in the order of their numbers, one at a time. */
export async function* readAnchors(blobs: Blobs, keys: AuditKeys): AsyncGenerator<Anchor | BadAnchor> {
  const entries = await blobs.list(anchorPrefix)
  const sorted = entries.map(({ key }) => key).sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
  for (const key of sorted) {
    const bytes = await blobs.get(key)
    if (bytes === undefined) continue
    const anchor = parse(bytes)
    const verdict = anchor === undefined ? 'invalid' : keys.check(fieldsOf(anchor), anchor.signature)
    if (anchor === undefined || verdict !== 'valid') {
      yield { key, reason: verdict === 'unknown-key' ? 'unknown-key' : 'altered' }
      continue
    }
    const last = keys.retirementOf(anchor.signature)?.lastAnchor ?? Infinity
    yield anchor.number <= last ? anchor : { key, reason: 'retired-key' }
  }
}

function nameOf(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1)
}

function parse(bytes: Uint8Array): Anchor | undefined {
  try {
    const anchor = JSON.parse(new TextDecoder().decode(bytes)) as Partial<Anchor> | null
    const isWhole = typeof anchor?.number === 'number' && typeof anchor.signature === 'string'
    return isWhole && Array.isArray(anchor.heads) ? (anchor as Anchor) : undefined
  } catch {
    return undefined
  }
}

/**
 * Deletes anchors older than `limits.auditAnchorDays`: daily full anchors make them superfluous. Returns their number. Stops
 * between two once the signal aborts.
 */
export async function purgeAnchors(blobs: Blobs, nowMs: number, signal: AbortSignal): Promise<number> {
  const firstKept = new Date(nowMs - limits.auditAnchorDays * dayMs).toISOString().slice(0, 10)
  const old = (await blobs.list(anchorPrefix)).filter(({ key }) => key.slice(anchorPrefix.length) < firstKept)
  return collectExpired(blobs, old, signal)
}
