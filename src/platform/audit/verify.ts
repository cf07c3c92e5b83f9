import type { Blobs } from '../blobs/index.ts'
import type { Db } from '../storage/index.ts'
import { type Anchor, type BadAnchor, type LastAnchor, lastAnchor, readAnchors } from './anchors.ts'
import { switchAction } from './audit.ts'
import { type AuditRow, chainStart, fieldsOf, unkeyedHashOf } from './entry.ts'
import { evaluateGuards } from './guards.ts'
import { type AuditKeys, auditKeysOf, isKeyed } from './keys.ts'
import { checkpointFields } from './prune.ts'
import { retirementAction } from './retired.ts'
import {
  type CheckpointRow,
  listChains,
  readChain,
  selectCheckpoint,
  selectCheckpoints,
  selectGuards,
} from './store.ts'
import { limits } from '../../kernel/limits.ts'

/** A difference from the log that the service wrote. */
export interface AuditProblem {
  kind: 'trigger' | 'altered' | 'forged' | 'missing' | 'restarted' | 'unkeyed' | 'unknown_key' | 'checkpoint' | 'anchor'
  /** The project of the chain; null for entries without a project; absent if it concerns all. */
  project?: string | null
  /** The row at which it was detected. */
  id?: string
  message: string
}

export interface AuditReport {
  rows: number
  chains: number
  /** Rows from before chains were keyed: their hashes prove their order, not their author. */
  unkeyedRows: number
  /** Rows that retention removed, by signed checkpoints. */
  prunedRows: number
  anchors: { count: number; last: { number: number; at: number; signature: string } | null }
  problems: AuditProblem[]
}

const batch = 1000

/**
 * Checks triggers, every chain, checkpoints and anchors. Detects rows that were altered, forged or removed, also at the end
 * of a chain, and chains that were restarted. A holder of the instance secret can forge all of it.
 */
export async function verifyAudit(db: Db, blobs: Blobs): Promise<AuditReport> {
  const keys = auditKeysOf(db)
  const problems: AuditProblem[] = evaluateGuards(db.dialect, await selectGuards(db)).map((message) => ({
    kind: 'trigger',
    message,
  }))
  // Before the rows: heads that are anchored during the check are then in both.
  const anchors = await readAllAnchors(db, blobs, keys)
  problems.push(...anchors.problems)
  const report: AuditReport = {
    rows: 0,
    chains: 0,
    unkeyedRows: 0,
    prunedRows: 0,
    anchors: { count: anchors.count, last: anchors.last },
    problems,
  }
  const checkpoints = (await selectCheckpoints(db)).map(({ chain }) => (chain === '' ? null : chain))
  const chains = new Set([...(await listChains(db)), ...checkpoints, ...anchors.heads.keys()])
  for (const projectId of chains) {
    const chain = { projectId, heads: anchors.heads.get(projectId) }
    let found = await verifyChain(db, keys, chain)
    // Retention may have moved the beginning in between.
    if (found.problems.length > 0) found = await verifyChain(db, keys, chain)
    report.rows += found.rows
    report.chains++
    report.unkeyedRows += found.unkeyedRows
    report.prunedRows += found.prunedRows
    problems.push(...found.problems)
  }
  return report
}

type Heads = Map<number, string>
type ChainReport = Pick<AuditReport, 'rows' | 'unkeyedRows' | 'prunedRows' | 'problems'>

async function verifyChain(
  db: Db,
  keys: AuditKeys,
  { projectId, heads }: { projectId: string | null; heads: Heads | undefined },
): Promise<ChainReport> {
  const checkpoint = await selectCheckpoint(db, projectId)
  const chain = new ChainCheck(keys, projectId, new Map(heads))
  if (checkpoint !== undefined) chain.begin(checkpoint)
  let after = checkpoint?.at ?? -1
  for (;;) {
    const rows = await readChain(db, projectId, { after, limit: batch })
    for (const row of rows) chain.next(row)
    after = rows.at(-1)?.at ?? after
    if (rows.length < batch) return chain.end()
  }
}

class ChainCheck {
  readonly #keys: AuditKeys
  readonly #projectId: string | null
  readonly #heads: Heads
  readonly #problems: AuditProblem[] = []
  #rows = 0
  #unkeyedRows = 0
  #prunedRows = 0
  #previousHash = chainStart
  /** Position of the previous row; counted while the chain is not keyed. */
  #seq = 0
  #isKeyed = false
  /** Retired keys that have rows so far, with the last of these rows; and keys whose retirement row has been read. */
  readonly #unretired = new Map<string, string>()
  readonly #retired = new Set<string>()

  constructor(keys: AuditKeys, projectId: string | null, heads: Heads) {
    this.#keys = keys
    this.#projectId = projectId
    this.#heads = heads
  }

  begin(checkpoint: CheckpointRow): void {
    const { mac } = checkpoint
    // Checkpoints are signed again when a key is retired.
    if (this.#keys.check(checkpointFields(checkpoint), mac) !== 'valid' || this.#keys.retirementOf(mac) !== undefined) {
      this.#report(
        'checkpoint',
        'The checkpoint of this chain was forged: rows before it were not removed by retention.',
      )
      return
    }
    this.#seq = this.#prunedRows = checkpoint.seq
    this.#previousHash = checkpoint.hash
    this.#isKeyed = isKeyed(checkpoint.hash)
  }

  next(row: AuditRow): void {
    this.#rows++
    const isLinked = row.previousHash === this.#previousHash
    if (isKeyed(row.hash)) this.#nextKeyed(row, isLinked)
    else this.#nextUnkeyed(row, isLinked)
    this.#previousHash = row.hash
    const anchored = this.#heads.get(this.#seq)
    if (anchored === undefined) return
    this.#heads.delete(this.#seq)
    if (anchored !== row.hash)
      this.#report('forged', `Row ${this.#seq} is not the one that was anchored: the chain was rewritten.`, row.id)
  }

  end(): ChainReport {
    let cut = this.#seq
    for (const seq of this.#heads.keys()) cut = Math.max(cut, seq)
    if (cut > this.#seq)
      this.#report('missing', `Rows ${this.#seq + 1} to ${cut} are missing at the end: an anchor has row ${cut}.`)
    for (const [key, id] of this.#unretired)
      this.#report(
        'missing',
        `The row ${retirementAction} of the key ${key} is missing: rows were cut off, or written with a key that was replaced.`,
        id,
      )
    if (this.#rows > 0 && !this.#isKeyed)
      this.#report(
        'unkeyed',
        'This chain has no keyed row, so anyone with write access to the database could have written it.',
      )
    return {
      rows: this.#rows,
      unkeyedRows: this.#unkeyedRows,
      prunedRows: this.#prunedRows,
      problems: this.#problems,
    }
  }

  #nextKeyed(row: AuditRow, isLinked: boolean): void {
    const expected = this.#seq + 1
    const isSwitch = !this.#isKeyed && expected > 1
    const verdict = this.#keys.check(fieldsOf(row), row.hash)
    if (verdict === 'unknown-key')
      this.#report(
        'unknown_key',
        `Row ${row.seq} is signed with a key that none of the configured secrets has.`,
        row.id,
      )
    else if (verdict === 'invalid') this.#nextAltered(row, expected)
    else if (row.seq !== null && row.seq > expected) this.#report('missing', missingBefore(expected, row.seq), row.id)
    else if (row.seq !== expected || !isLinked) this.#unlinked(row)
    else if (isSwitch && row.action !== switchAction)
      this.#report(
        'forged',
        'Unkeyed rows precede this one, and no row records that the chain was switched to keyed rows.',
        row.id,
      )
    if (verdict === 'valid') this.#checkRetirement(row)
    this.#isKeyed = true
    this.#seq = row.seq !== null && (verdict === 'valid' || row.seq > expected) ? row.seq : expected
  }

  /** A secret that leaks after it was replaced can sign with its key, but not insert rows before the retirement. */
  #checkRetirement({ action, detail, hash, id, seq }: AuditRow): void {
    const retirement = this.#keys.retirementOf(hash)
    if (retirement !== undefined) {
      const { keyId } = retirement
      if (this.#retired.has(keyId))
        this.#report('forged', `Row ${seq} is signed with the key ${keyId}, which had been retired before.`, id)
      else this.#unretired.set(keyId, id)
    }
    if (action !== retirementAction) return
    const ended = this.#keys.retirement(String(detail['key']))
    if (ended === undefined || ended.retiredAt !== detail['retired_at'] || ended.keyId === retirement?.keyId) return
    this.#retired.add(ended.keyId)
    this.#unretired.delete(ended.keyId)
  }

  #nextAltered({ id, seq }: AuditRow, expected: number): void {
    // The position may have been altered too; if it was not, it shows exactly which rows are missing.
    if (seq !== null && seq > expected) this.#report('missing', missingBefore(expected, seq), id)
    this.#report('altered', `Row ${seq} was altered, or written without the key.`, id)
  }

  #nextUnkeyed(row: AuditRow, isLinked: boolean): void {
    this.#unkeyedRows++
    this.#seq++
    if (this.#isKeyed) this.#report('forged', 'This row has no key, and rows before it have.', row.id)
    else if (unkeyedHashOf(row) !== row.hash) this.#report('altered', 'This row was altered.', row.id)
    else if (!isLinked) this.#unlinked(row)
  }

  #unlinked(row: AuditRow): void {
    if (row.previousHash === chainStart) this.#report('restarted', 'The chain begins anew at this row.', row.id)
    else
      this.#report('missing', 'This row does not follow the one before it: rows are missing or were replaced.', row.id)
  }

  #report(kind: AuditProblem['kind'], message: string, id?: string): void {
    this.#problems.push({ kind, project: this.#projectId, ...(id === undefined ? {} : { id }), message })
  }
}

function missingBefore(expected: number, seq: number): string {
  return seq - expected === 1 ? `Row ${expected} is missing.` : `Rows ${expected} to ${seq - 1} are missing.`
}

interface AnchorsFound {
  count: number
  last: AuditReport['anchors']['last']
  /** By chain: the hash at each anchored position. */
  heads: Map<string | null, Heads>
  problems: AuditProblem[]
}

/**
 * Reads every anchor, and reports anchors that are missing between two, at the end, or at the beginning unless they are old.
 */
async function readAllAnchors(db: Db, blobs: Blobs, keys: AuditKeys): Promise<AnchorsFound> {
  const known = await lastAnchor(db)
  const found: AnchorsFound = { count: 0, last: null, heads: new Map(), problems: [] }
  const report = (message: string) => void found.problems.push({ kind: 'anchor', message })
  const signatures = new Set<string>()
  let first: Anchor | undefined
  // A process that died before it saved its anchor in the database has left one outside of the chain: a number may occur
  // twice, including the first.
  for await (const anchor of readAnchors(blobs, keys)) {
    if ('reason' in anchor) {
      report(statementsOf(anchor))
      continue
    }
    found.count++
    if (first === undefined) first = anchor
    else if (anchor.previous === null ? anchor.number > 1 : !signatures.has(anchor.previous))
      report(`The anchor before number ${anchor.number} is missing.`)
    signatures.add(anchor.signature)
    found.last = { number: anchor.number, at: anchor.at, signature: anchor.signature }
    for (const [projectId, seq, , hash] of anchor.heads) addHead(found, { projectId, seq, hash })
  }
  const oldest = Date.now() - (limits.auditAnchorDays + 2) * 86_400_000
  if (first !== undefined && first.previous !== null && first.at > oldest)
    report(`Anchors 1 to ${first.number - 1} are missing.`)
  if (known === undefined && (found.last?.number ?? 0) > 1) report('The database has no anchor, but anchors exist.')
  if (known !== undefined) reportNewest(known, signatures, report)
  return found
}

function addHead(
  { heads, problems }: AnchorsFound,
  { projectId, seq, hash }: { projectId: string | null; seq: number; hash: string },
): void {
  const ofChain = heads.get(projectId) ?? new Map<number, string>()
  heads.set(projectId, ofChain)
  const before = ofChain.get(seq)
  if (before !== undefined && before !== hash)
    problems.push({
      kind: 'anchor',
      project: projectId,
      message: `Two anchors have different rows ${seq}: the chain was rewritten in between.`,
    })
  ofChain.set(seq, hash)
}

function reportNewest(known: LastAnchor, signatures: ReadonlySet<string>, report: (text: string) => void): void {
  if (signatures.has(known.signature)) return
  report(
    signatures.size === 0
      ? 'The anchors are missing.'
      : `Anchor ${known.number}, the newest that the database knows of, is missing.`,
  )
}

const anchorFaults: Record<BadAnchor['reason'], string> = {
  altered: 'was altered',
  'unknown-key': 'is signed with an unknown key',
  'retired-key': 'is signed with a key that had been retired before',
}

function statementsOf({ key, reason }: BadAnchor): string {
  return `The anchor ${key} ${anchorFaults[reason]}.`
}
