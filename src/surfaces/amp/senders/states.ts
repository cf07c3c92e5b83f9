/** States of a registration at a provider. Providers have no API: what they decide is recorded by the user. */
export const states = [
  'draft',
  'preflight_failed',
  'ready',
  'example_sent',
  'submitted',
  'info_requested',
  'approved',
  'drifted',
  'rejected',
  'revoked',
  'withdrawn',
] as const
export type RegistrationState = (typeof states)[number]

/** Events that users record; the others come from preflights and checks. */
export const userEvents = [
  'example_sent',
  'submitted',
  'info_requested',
  'info_sent',
  'approved',
  'rejected',
  'revoked',
  'withdrawn',
  'reopened',
] as const
export type UserEvent = (typeof userEvents)[number]
export type RegistrationEvent =
  UserEvent | 'registered' | 'preflight_passed' | 'preflight_failed' | 'check_failed' | 'check_passed'

const transitions: Readonly<Record<RegistrationState, Partial<Record<RegistrationEvent, RegistrationState>>>> = {
  draft: { preflight_passed: 'ready', preflight_failed: 'preflight_failed', withdrawn: 'withdrawn' },
  preflight_failed: { preflight_passed: 'ready', withdrawn: 'withdrawn' },
  ready: {
    preflight_failed: 'preflight_failed',
    example_sent: 'example_sent',
    submitted: 'submitted',
    withdrawn: 'withdrawn',
  },
  example_sent: { submitted: 'submitted', withdrawn: 'withdrawn' },
  submitted: { info_requested: 'info_requested', approved: 'approved', rejected: 'rejected', withdrawn: 'withdrawn' },
  info_requested: { info_sent: 'submitted', approved: 'approved', rejected: 'rejected', withdrawn: 'withdrawn' },
  approved: { preflight_failed: 'drifted', check_failed: 'drifted', revoked: 'revoked', withdrawn: 'withdrawn' },
  drifted: { check_passed: 'approved', preflight_passed: 'approved', revoked: 'revoked', withdrawn: 'withdrawn' },
  rejected: { reopened: 'draft', withdrawn: 'withdrawn' },
  revoked: { reopened: 'draft', withdrawn: 'withdrawn' },
  withdrawn: { reopened: 'draft' },
}

/** The state after an event; undefined if the event does not apply. */
export function stateAfter(state: RegistrationState, event: RegistrationEvent): RegistrationState | undefined {
  return transitions[state][event]
}

/** Events that users may record in a state. */
export function allowedEvents(state: RegistrationState): UserEvent[] {
  return userEvents.filter((event) => transitions[state][event] !== undefined)
}
