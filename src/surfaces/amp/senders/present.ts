import { limits } from '../../../kernel/limits.ts'
import type { PreflightRow } from '../preflight/index.ts'
import { formAnswers } from './answers.ts'
import type { AmpSender, AmpSenderDetail, Profile, Registration } from './contract.ts'
import { type RegistrationState, allowedEvents } from './states.ts'
import type { ChangeRow, RegistrationRow, SenderRow } from './store.ts'

const dayMs = 86_400_000

export function presentSender(row: SenderRow, registrations: readonly RegistrationRow[], nowMs: number): AmpSender {
  const profile = row.profile as Profile
  return {
    id: row.id,
    address: row.address,
    domain: row.domain,
    selectors: row.selectors,
    company: profile.company ?? null,
    website: profile.website ?? null,
    contact_name: profile.contact_name ?? null,
    contact_email: profile.contact_email ?? null,
    use_case: profile.use_case ?? null,
    monthly_volume: profile.monthly_volume ?? null,
    registrations: registrations
      .filter(({ senderId }) => senderId === row.id)
      .map((each) => presentRegistration(each, nowMs)),
    checks: row.checks as AmpSender['checks'],
    checked_at: instant(row.checkedAt),
    next_check_at: new Date(row.dueAt).toISOString(),
    preflight_id: row.preflightId,
    revision: row.revision,
    created_at: new Date(row.createdAt).toISOString(),
    updated_at: new Date(row.updatedAt).toISOString(),
  }
}

export function presentDetail(
  row: SenderRow,
  {
    changes,
    nowMs,
    preflight,
    registrations,
  }: {
    registrations: readonly RegistrationRow[]
    changes: readonly ChangeRow[]
    preflight: PreflightRow | undefined
    nowMs: number
  },
): AmpSenderDetail {
  return {
    ...presentSender(row, registrations, nowMs),
    form_answers: formAnswers(row, registrations, preflight),
    history: changes.map((change) => ({
      provider: change.provider as Registration['provider'],
      event: change.event,
      from_state: change.stateBefore as RegistrationState | null,
      to_state: change.stateAfter as RegistrationState,
      note: change.note,
      reference: change.reference,
      by: change.actorName,
      at: new Date(change.at).toISOString(),
    })),
  }
}

function presentRegistration(row: RegistrationRow, nowMs: number): Registration {
  const state = row.state as RegistrationState
  return {
    provider: row.provider as Registration['provider'],
    state,
    allowed_events: allowedEvents(state),
    reference: row.reference,
    reason: row.reason,
    submitted_at: instant(row.submittedAt),
    approved_at: instant(row.approvedAt),
    changed_at: new Date(row.changedAt).toISOString(),
    overdue: state === 'submitted' && (row.submittedAt ?? nowMs) < nowMs - limits.ampResponseDays * dayMs,
  }
}

function instant(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString()
}
