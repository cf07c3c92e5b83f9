/** Start and read preflights. A preflight of another project is reported as missing. */
import { fail } from '../../../kernel/errors/index.ts'
import { createId, isId } from '../../../kernel/ids/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { recordAct } from '../../../platform/audit/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import type { WorkContext } from '../../../platform/scheduling/index.ts'
import { type Db, underLocks } from '../../../platform/storage/index.ts'
import { verdictOf } from './checks/check.ts'
import type { StartPreflight } from './contract.ts'
import type { PreflightDeps } from './deps.ts'
import type { CheckedMessage } from './message.ts'
import type { StoredChecks } from './present.ts'
import { type CheckOptions, type CheckOutcome, runChecks } from './run-checks.ts'
import type { PreflightSource } from './source.ts'
import { type PreflightRow, countWaiting, insertPreflight, selectPreflight } from './store.ts'

const hourMs = 3_600_000

export async function loadPreflight(db: Db, caller: Caller, id: string): Promise<PreflightRow> {
  const row = isId('ampPreflight', id) ? await selectPreflight(db, caller.projectId, id) : undefined
  return row ?? fail('AMP_PREFLIGHT_NOT_FOUND')
}

export function optionsOf({ probe_forms: probesForms = false, selectors = [] }: StartPreflight): CheckOptions {
  return { selectors: selectors.map((each) => each.toLowerCase()), probesForms }
}

/** Checks a message and stores the result. */
export async function checkMessage(
  deps: PreflightDeps,
  caller: Caller,
  {
    body,
    message,
    source,
    work,
  }: { body: StartPreflight; message: CheckedMessage; source: PreflightSource; work: WorkContext },
): Promise<PreflightRow> {
  const outcome = await runChecks(deps, { message, options: optionsOf(body), work })
  return deps.store.tx(async (db) => {
    const row = { ...newRow(db, caller, { body, source }), ...resultOf(db, message, outcome) }
    await insertPreflight(db, row)
    await recordAct(db, caller, ['amp.preflight_run', row.id], { source, verdict: row.verdict })
    if (source === 'eml') await deps.noteVerdict(db, row)
    return row
  }, underLocks)
}

/** Creates a one-time email address. AMP_INLET_DISABLED, LIMIT_REACHED. Must run in a transaction. */
export async function openInlet(
  db: Db,
  caller: Caller,
  { body, inboundDomain }: { body: StartPreflight; inboundDomain: string | undefined },
): Promise<PreflightRow> {
  if (inboundDomain === undefined) fail('AMP_INLET_DISABLED')
  if ((await countWaiting(db, caller.projectId, db.nowMs())) >= limits.ampInlets)
    fail('LIMIT_REACHED', `A project is limited to ${limits.ampInlets} email addresses that wait for a message.`)
  const row = newRow(db, caller, { body, source: 'received' })
  await insertPreflight(db, row)
  await recordAct(db, caller, ['amp.preflight_run', row.id], { source: 'received' })
  return row
}

/** The members of a completed preflight. */
export function resultOf(db: Pick<Db, 'nowMs'>, message: CheckedMessage, { checks, endpoints, from }: CheckOutcome) {
  const stored: StoredChecks = { checks: [...checks], endpoints: [...endpoints] }
  return {
    status: 'completed',
    fromAddress: from,
    subject: message.subject.slice(0, 1000),
    verdict: verdictOf(checks),
    checks: [stored],
    completedAt: db.nowMs(),
  } satisfies Partial<PreflightRow>
}

function newRow(
  db: Db,
  { projectId }: Caller,
  { body, source }: { body: StartPreflight; source: PreflightSource },
): PreflightRow {
  const now = db.nowMs()
  const isReceived = source === 'received'
  return {
    id: createId('ampPreflight', now),
    projectId,
    source,
    status: 'waiting',
    token: isReceived ? crypto.getRandomValues(new Uint8Array(16)).toHex() : null,
    options: optionsOf(body),
    messageHash: null,
    fromAddress: null,
    subject: null,
    verdict: null,
    checks: [],
    createdAt: now,
    completedAt: null,
    acceptsUntil: isReceived ? now + limits.ampInletHours * hourMs : null,
    expiresAt: now + limits.ampPreflightDays * 24 * hourMs,
  }
}
