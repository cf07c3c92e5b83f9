import { compareKeys } from '../../../deliverability/dkim/index.ts'
import { compareDmarc } from '../../../deliverability/dmarc/index.ts'
import type { Checked } from '../../../deliverability/findings/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import { type HistoryRow, insertHistory, recordKey, selectLatest, touchHistory } from './store.ts'

export type RecordKind = HistoryRow['kind']

/** A record as a check found it; checks that could not be measured are left out. */
export interface SeenRecord {
  readonly kind: RecordKind
  /** Of a DKIM key. */
  readonly name: string | null
  readonly record: string | null
  readonly foundAt: string | null
}

/** The records in checks of a domain, without those that could not be measured. */
export function recordsOf(checks: Partial<Record<RecordKind, Checked & { found_at?: string }>>): SeenRecord[] {
  return Object.entries(checks).flatMap(([kind, { found_at: foundAt, record, state }]) =>
    state === 'unmeasured'
      ? []
      : [{ kind: kind as RecordKind, name: null, record: record ?? null, foundAt: foundAt ?? null }],
  )
}

/**
 * Compares records with the last ones of the domain, and stores those that changed. The first ones are a beginning, not a
 * change. Must run in a transaction that has locked the domain.
 */
export async function noteRecords(db: Db, domainNo: number, seen: readonly SeenRecord[]): Promise<HistoryRow[]> {
  const now = db.nowMs()
  const latest = await selectLatest(db, domainNo)
  const changed: HistoryRow[] = []
  const hasKeys = [...latest.values()].some(({ kind }) => kind === 'dkim')
  for (const { foundAt, kind, name, record } of seen) {
    const before = latest.get(recordKey({ kind, name }))
    // Reports may name keys that nobody published.
    if (before === undefined && kind === 'dkim' && record === null) continue
    if (before !== undefined && before.record === record && before.foundAt === foundAt) {
      await touchHistory(db, before.no, now)
      continue
    }
    // The first keys are a beginning, too; one beside others is new.
    const isBeginning = before === undefined && !(kind === 'dkim' && hasKeys)
    const changes = isBeginning ? [] : changesOf(kind, before ?? { record: null, foundAt }, { foundAt, record })
    const row = {
      domainNo,
      kind,
      name,
      record,
      foundAt,
      changes: changes.map(({ code }) => code),
      isWeakened: changes.some(({ isWeakening }) => isWeakening),
      seenAt: now,
      lastSeenAt: now,
    }
    const inserted = await insertHistory(db, row)
    if (!isBeginning) changed.push(inserted)
  }
  return changed
}

interface Change {
  readonly code: string
  readonly isWeakening: boolean
}

type Published = Pick<HistoryRow, 'record' | 'foundAt'>

function changesOf(kind: RecordKind, before: Published, after: Published): Change[] {
  const moved = before.foundAt !== after.foundAt ? [{ code: 'publisher_changed', isWeakening: false }] : []
  if (kind === 'dkim') return [...compareKeys(before.record, after.record), ...(after.record === null ? [] : moved)]
  if (kind === 'dmarc') return [...compareDmarc(before.record, after.record), ...moved]
  if (before.record === null) return [{ code: 'published', isWeakening: false }]
  if (after.record === null) return [{ code: 'removed', isWeakening: true }]
  if (kind !== 'spf') return [{ code: 'changed', isWeakening: false }, ...moved]
  const [old, now] = [allOf(before.record), allOf(after.record)]
  return [{ code: old > now ? 'all_weakened' : old < now ? 'all_strengthened' : 'changed', isWeakening: old > now }]
}

// RFC 7208 4.6.2: the qualifier of `all` decides about every other sender; without one the result is neutral.
function allOf(record: string): number {
  const qualifier = /(?:^|\s)([-~?+]?)all(?:\s|$)/i.exec(record)?.[1]
  return ['+', '?', '~', '-'].indexOf(qualifier === undefined ? '?' : qualifier || '+')
}
