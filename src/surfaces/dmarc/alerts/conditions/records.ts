/** Conditions of the records that a domain publishes, from the DNS history. */
import { dayMs } from '../../days.ts'
import { type HistoryRow, selectLatest } from '../../dns/index.ts'
import type { Condition, ConditionInput } from './condition.ts'

/** A change that protects no less is news for this time. */
const changeDays = 3
const keyLength = 300

export async function findChangedRecords(input: ConditionInput): Promise<Condition[]> {
  const rows = await latestOf(input)
  return rows
    .filter(({ isWeakened, seenAt }) => !isWeakened && seenAt > input.nowMs - changeDays * dayMs)
    .map((row) => ({ ...conditionOf(row, input.domain.domain), trigger: 'record_changed', severity: 'info' }))
}

/** Until the record changes again. */
export async function findWeakenedRecords(input: ConditionInput): Promise<Condition[]> {
  const rows = await latestOf(input)
  return rows
    .filter(({ isWeakened }) => isWeakened)
    .map((row) => ({ ...conditionOf(row, input.domain.domain), trigger: 'record_weakened', severity: 'critical' }))
}

// The first record of a domain is a beginning, and has no changes.
async function latestOf({ db, domain }: ConditionInput): Promise<HistoryRow[]> {
  return [...(await selectLatest(db, domain.no)).values()].filter(({ changes }) => changes.length > 0)
}

function conditionOf({ changes, isWeakened, kind, name: keyName, record }: HistoryRow, domain: string) {
  const label = kind.toUpperCase().replace('_', '-')
  const what = record === null ? 'is no longer published' : isWeakened ? 'protects less than before' : 'changed'
  return {
    // Another value is another condition; a record that alternates between two is within the cool-down.
    key: `${kind}${keyName === null ? '' : ` ${keyName}`} ${record ?? 'none'}`.slice(0, keyLength),
    summary: keyName === null ? `The ${label} record of ${domain} ${what}.` : `The DKIM key ${keyName} ${what}.`,
    facts: { record: (record ?? 'none').slice(0, 500), changes: changes.join(', ') },
  }
}
