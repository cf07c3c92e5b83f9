/** Reservation, settlement and release of credits. Functions that write must run in a transaction. */
import { fail } from '../../../kernel/errors/index.ts'
import { createId } from '../../../kernel/ids/index.ts'
import { limits } from '../../../kernel/limits.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import { type Db, type Store, underLocks, type TxOptions } from '../../../platform/storage/index.ts'
import { dayOf, monthOf } from './month.ts'
import * as rows from './store.ts'

export interface Price {
  /** Key of the usage breakdown, such as `verify`. */
  readonly operation: string
  readonly credits: number
  /** The hold never expires: the work settles it itself, also after a crash. */
  readonly isLasting?: true
}

export interface Hold {
  readonly id: string
  readonly credits: number
  /** Credits left of the company; null without a limit. */
  readonly remaining: number | null
}

export interface Balance {
  readonly plan: rows.Plan
  readonly period: string
  /** Null without a limit. */
  readonly limit: number | null
  readonly used: number
  /** Part of `used` that is reserved for running work. */
  readonly held: number
  readonly remaining: number | null
}

type Who = Pick<Caller, 'companyId' | 'projectId' | 'limits'> & { readonly actor: Pick<Caller['actor'], 'id'> }

/** Transaction options for a reservation: it locks the account of the company, and a lost hold costs nothing. */
export const reserving: TxOptions = { ...underLocks, survives: 'process' }

/** Transaction options for a settlement: a hold ends once, and the account is locked. */
export const settling: TxOptions = underLocks

/**
 * Sets credits aside. INSUFFICIENT_CREDITS, with balance and required, when the company has fewer, or the project has set
 * itself a limit. Calls of one company wait for each other here, so that no credit is spent twice.
 */
export async function reserve(db: Db, who: Who, price: Price, nowMs: number = db.nowMs()): Promise<Hold> {
  const { companyId, projectId } = who
  const period = monthOf(nowMs)
  const account = await rows.takePeriod(db, companyId, period)
  const granted = limits.credits[await rows.selectPlan(db, companyId)]
  const remaining = left(granted, account.used)
  if (remaining !== null && remaining < price.credits) {
    fail('INSUFFICIENT_CREDITS', {
      detail:
        `This request requires ${counted(price.credits)}; ${remaining} of ${granted ?? 0} remain until the end of the ` +
        'month.',
      extra: { balance: remaining, required: price.credits },
      headers: headersOf(remaining),
    })
  }
  await requireOwnCredits(db, who, { period, required: price.credits })
  const id = createId('hold')
  const expiresAt = price.isLasting ? null : nowMs + limits.creditHoldMinutes * 60_000
  const moved = { companyId, period, operation: price.operation, createdAt: nowMs }
  await rows.updatePeriod(db, account, { granted, used: account.used + price.credits })
  await rows.insertHold(db, { ...moved, id, projectId, amount: price.credits, expiresAt })
  const by = { actorId: who.actor.id }
  const isGrant = account.isNew || account.granted !== granted
  await rows.insertLedger(db, [
    ...(isGrant
      ? [{ ...moved, ...by, kind: 'grant' as const, amount: granted, projectId: null, operation: null, holdId: null }]
      : []),
    { ...moved, ...by, kind: 'reserve', amount: price.credits, projectId, holdId: id },
  ])
  return { id, credits: price.credits, remaining: left(granted, account.used + price.credits) }
}

/**
 * Ends a hold: spends `charged` and releases the rest. Returns the remaining credits, null without a limit; undefined if the
 * hold has ended before, and nothing changes.
 */
export async function settle(
  db: Db,
  holdId: string,
  { charged, calls = 1, nowMs = db.nowMs() }: { charged: number; calls?: number; nowMs?: number },
): Promise<{ remaining: number | null } | undefined> {
  const hold = await rows.deleteHold(db, holdId)
  if (hold === undefined) return undefined
  const { amount, companyId, operation, period, projectId } = hold
  const spent = Math.min(amount, Math.max(0, charged))
  const account = await rows.takePeriod(db, companyId, period)
  const used = account.used - (amount - spent)
  if (spent < amount) await rows.updatePeriod(db, account, { used })
  const line = { companyId, projectId, period, operation, holdId, actorId: null, createdAt: nowMs }
  await rows.insertLedger(db, [
    ...(spent > 0 ? [{ ...line, kind: 'settle' as const, amount: spent }] : []),
    ...(spent < amount ? [{ ...line, kind: 'refund' as const, amount: amount - spent }] : []),
  ])
  await rows.addUsage(db, { projectId, day: dayOf(nowMs), operation, credits: spent, calls })
  return { remaining: left(account.granted, used) }
}

/**
 * Settles a part of a lasting hold: spends `charged`, releases `released`, keeps the rest. Runs in the transaction that
 * stores the paid results, so that a crash neither loses nor doubles a credit.
 */
export async function settlePart(
  db: Db,
  holdId: string,
  {
    calls,
    charged,
    nowMs = db.nowMs(),
    released,
  }: { charged: number; released: number; calls: number; nowMs?: number },
): Promise<void> {
  const hold = await rows.reduceHold(db, holdId, charged + released)
  if (hold === undefined) throw new Error('Settled credits exceed the reserved credits')
  const { companyId, operation, period, projectId } = hold
  const line = { companyId, projectId, period, operation, holdId, actorId: null, createdAt: nowMs }
  if (released > 0) {
    const account = await rows.takePeriod(db, companyId, period)
    await rows.updatePeriod(db, account, { used: account.used - released })
  }
  await rows.insertLedger(db, [
    ...(charged > 0 ? [{ ...line, kind: 'settle' as const, amount: charged }] : []),
    ...(released > 0 ? [{ ...line, kind: 'refund' as const, amount: released }] : []),
  ])
  await rows.addUsage(db, { projectId, day: dayOf(nowMs), operation, credits: charged, calls })
}

export function balanceOf(db: Db, companyId: string, nowMs: number = db.nowMs()): Promise<Balance> {
  return balanceIn(db, companyId, monthOf(nowMs))
}

/** The current month by default. A past month shows the credits granted in it. */
export async function balanceIn(db: Db, companyId: string, month?: string): Promise<Balance> {
  const current = monthOf(db.nowMs())
  const period = month ?? current
  const plan = await rows.selectPlan(db, companyId)
  const account = await rows.selectPeriod(db, companyId, period)
  const used = account?.used ?? 0
  const held = account === undefined ? 0 : await rows.sumHolds(db, companyId, period)
  const limit = period < current && account !== undefined ? account.granted : limits.credits[plan]
  return { plan, period, limit, used, held, remaining: left(limit, used) }
}

const holdsAtOnce = 100

/** Releases expired holds, left behind by processes that ended. Returns the number of holds. */
export async function returnForgottenHolds(store: Store, nowMs: number, signal: AbortSignal): Promise<number> {
  let returned = 0
  while (!signal.aborted) {
    const forgotten = await rows.selectForgottenHolds(store.read, nowMs, holdsAtOnce)
    for (const { id } of forgotten) await store.tx((db) => settle(db, id, { charged: 0, calls: 0, nowMs }), settling)
    returned += forgotten.length
    if (forgotten.length < holdsAtOnce) break
  }
  return returned
}

/** Sets the header with the remaining credits, `unlimited` if the balance is null. */
export function writeRemaining(headers: Record<string, string | number>, remaining: number | null): void {
  Object.assign(headers, headersOf(remaining))
}

function headersOf(remaining: number | null): Record<string, string> {
  return { 'x-credits-remaining': remaining === null ? 'unlimited' : String(remaining) }
}

async function requireOwnCredits(
  db: Db,
  { projectId, limits: own }: Who,
  { period, required }: { period: string; required: number },
): Promise<void> {
  if (own?.credits === undefined) return
  const remaining = Math.max(0, own.credits - (await rows.sumOfProject(db, projectId, period)))
  if (remaining >= required) return
  fail('INSUFFICIENT_CREDITS', {
    detail: `This requires ${counted(required)}, and ${remaining} of the ${own.credits} that the project may spend in a month (limits.credits) remain.`,
    extra: { balance: remaining, required },
    headers: headersOf(remaining),
  })
}

// A smaller plan than the month began with may leave less than nothing.
function left(granted: number | null, used: number): number | null {
  return granted === null ? null : Math.max(0, granted - used)
}

function counted(credits: number): string {
  return credits === 1 ? '1 credit' : `${credits} credits`
}
