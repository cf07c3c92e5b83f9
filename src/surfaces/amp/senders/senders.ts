/** Register, read, change and remove senders for AMP. Functions that write must run in a transaction. */
import { fail } from '../../../kernel/errors/index.ts'
import { createId, isId } from '../../../kernel/ids/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { recordAct } from '../../../platform/audit/index.ts'
import { checkIfMatch, takeWritable } from '../../../platform/http/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import { normalizeAddress, selectPreflight } from '../preflight/index.ts'
import { type AmpSenderDetail, type Profile, type RecordEvent, type RegisterSender, UpdateSender } from './contract.ts'
import { presentDetail } from './present.ts'
import { applyEvent, beginRegistration } from './registrations.ts'
import { type RegistrationState, allowedEvents } from './states.ts'
import * as rows from './store.ts'

const shownChanges = 100
const profileMembers = ['company', 'website', 'contact_name', 'contact_email', 'use_case', 'monthly_volume'] as const

/** AMP_SENDER_NOT_FOUND also for senders of other projects. */
export async function loadSender(db: Db, caller: Caller, id: string): Promise<rows.SenderRow> {
  const row = isId('ampSender', id) ? await rows.selectSender(db, caller.projectId, id) : undefined
  return row ?? fail('AMP_SENDER_NOT_FOUND')
}

export async function describeSender(db: Db, row: rows.SenderRow): Promise<AmpSenderDetail> {
  const [registrations, changes, preflight] = await Promise.all([
    rows.selectRegistrations(db, [row.id]),
    rows.selectChanges(db, row.id, shownChanges),
    row.preflightId === null ? undefined : selectPreflight(db, row.projectId, row.preflightId),
  ])
  return presentDetail(row, { registrations, changes, preflight, nowMs: db.nowMs() })
}

/** AMP_SENDER_EXISTS if the project has the address, LIMIT_REACHED if it has too many. */
export async function registerSender(db: Db, caller: Caller, input: RegisterSender): Promise<rows.SenderRow> {
  const sender = normalizeAddress(input.address)
  if (sender === undefined)
    return fail('VALIDATION_FAILED', {
      issues: [{ path: '/address', message: 'not an email address: send one such as news@example.com' }],
    })
  const { projectId } = caller
  const existing = await rows.countSenders(db, projectId)
  const present = await rows.selectByAddress(db, projectId, sender.address)
  if (present !== undefined)
    fail('AMP_SENDER_EXISTS', { detail: `${sender.address} is ${present.id}.`, extra: { sender_id: present.id } })
  if (existing >= limits.ampSenders) fail('LIMIT_REACHED', `A project is limited to ${limits.ampSenders} AMP senders.`)
  const now = db.nowMs()
  const row: rows.SenderRow = {
    id: createId('ampSender', now),
    projectId,
    ...sender,
    selectors: lowercase(input.selectors),
    profile: profileOf(input, {}),
    checks: [],
    checkedAt: null,
    dueAt: now,
    preflightId: null,
    revision: 1,
    createdAt: now,
    updatedAt: now,
  }
  await rows.insertSender(db, row)
  for (const provider of input.providers) await beginRegistration(db, { senderId: row.id, provider }, caller.actor.name)
  await recordAct(db, caller, ['amp.sender_registered', row.id], { address: row.address, providers: input.providers })
  return row
}

/** Changes the given members in one new revision. */
export async function changeSender(
  db: Db,
  caller: Caller,
  { id, body: given, ifMatch }: { id: string; body: UpdateSender; ifMatch: string | undefined },
): Promise<rows.SenderRow> {
  const row = await takeSender(db, caller, id)
  checkIfMatch(ifMatch, row.revision)
  const shown = await describeSender(db, row)
  const body = await takeWritable(UpdateSender, given, () => shown)
  const registered = new Set(shown.registrations.map(({ provider }) => provider))
  const added = (body.add_providers ?? []).filter((provider) => !registered.has(provider))
  const profile = profileOf(body, row.profile as Profile)
  const selectors = body.selectors === undefined ? row.selectors : lowercase(body.selectors)
  const isSame =
    JSON.stringify([profile, selectors]) === JSON.stringify([profileOf({}, row.profile as Profile), row.selectors])
  if (isSame && added.length === 0) return row
  for (const provider of added) await beginRegistration(db, { senderId: id, provider }, caller.actor.name)
  const change = { profile, selectors, revision: row.revision + 1, updatedAt: db.nowMs() }
  await rows.updateSender(db, caller.projectId, id, change)
  await recordAct(db, caller, ['amp.sender_updated', id], { changed: Object.keys(given) })
  return { ...row, ...change }
}

/** AMP_EVENT_INVALID, with the allowed events, if the event does not apply to the state. */
export async function recordEvent(
  db: Db,
  caller: Caller,
  id: string,
  { event, note, provider, reference }: RecordEvent,
): Promise<rows.SenderRow> {
  const row = await takeSender(db, caller, id)
  const registration = (await rows.selectRegistrations(db, [id])).find((each) => each.provider === provider)
  if (registration === undefined)
    return fail('VALIDATION_FAILED', {
      issues: [{ path: '/provider', message: `not registered at ${provider}: add it with PUT and add_providers` }],
    })
  const noted = { actorName: caller.actor.name, note: note ?? null, reference: reference ?? null }
  if (!(await applyEvent(db, registration, event, noted))) {
    const allowed = allowedEvents(registration.state as RegistrationState)
    fail('AMP_EVENT_INVALID', {
      detail: `The registration at ${provider} is ${registration.state}; allowed: ${allowed.join(', ') || 'none'}.`,
      extra: { state: registration.state, allowed_events: allowed },
    })
  }
  await recordAct(db, caller, ['amp.event_recorded', id], { provider, event })
  const change = { revision: row.revision + 1, updatedAt: db.nowMs() }
  await rows.updateSender(db, caller.projectId, id, change)
  return { ...row, ...change }
}

export async function removeSender(db: Db, caller: Caller, id: string, ifMatch: string | undefined): Promise<void> {
  const row = await takeSender(db, caller, id)
  checkIfMatch(ifMatch, row.revision)
  await rows.deleteSender(db, caller.projectId, id)
  await recordAct(db, caller, ['amp.sender_removed', id], { address: row.address })
}

async function takeSender(db: Db, caller: Caller, id: string): Promise<rows.SenderRow> {
  const row = isId('ampSender', id) ? await rows.lockSender(db, caller.projectId, id) : undefined
  return row ?? fail('AMP_SENDER_NOT_FOUND')
}

function profileOf(given: Profile, stored: Profile): Profile {
  return Object.fromEntries(
    profileMembers.map((name) => [name, given[name] === undefined ? (stored[name] ?? null) : given[name]]),
  )
}

function lowercase(selectors: readonly string[] = []): string[] {
  return [...new Set(selectors.map((each) => each.toLowerCase()))]
}
