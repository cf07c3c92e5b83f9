import { preferredLanguage } from '../accept-language.ts'

/** The texts of the page for customers who manage their webhooks, by language. */
const en = {
  title: 'Webhooks',
  skip: 'Skip to content',
  intro:
    'Events are posted to URLs of your server, signed, and tried again for three days until your server accepts them.',
  none: 'No endpoint yet',
  noneText:
    'An endpoint is a URL of your server. Add one, copy its signing secret to your server, send a test, and see what your server responded.',
  add: 'Add an endpoint',
  url: 'URL of your server',
  urlHint: 'https, such as https://example.com/webhooks',
  events: 'Events',
  description: 'Description (optional)',
  templates: 'Only templates with these external ids (optional)',
  templatesHint: 'One per line. Empty for all.',
  create: 'Add',
  created: 'The endpoint was added',
  secret: 'Signing secret',
  secretText: 'Copy it now: it is not shown again. Your server verifies with it that a request is genuine.',
  next: 'Send a test',
  badUrl: 'Use an https URL of a public server that no other endpoint of yours has.',
  badEvents: 'Choose at least one of these events.',
  badTemplates: 'These external ids cannot be used: only allowed ones, and only for events of templates.',
  full: 'There are as many endpoints as are allowed. Remove one first.',
  slow: 'Too many actions in a short time. Try again in a minute.',
  off: 'The endpoint is disabled. Enable it first.',
  expired: 'The event is no longer stored.',
  enabled: 'Enabled',
  disabled: 'Disabled',
  failing: 'Failing since {date}',
  gone: 'Your server responded with 410 Gone.',
  failed_days: 'Every delivery failed for days.',
  all: 'All endpoints',
  test: 'Send a test',
  tested: 'The test was sent. Refresh to see the response.',
  enable: 'Enable',
  disable: 'Disable',
  changed: 'Saved',
  remove: 'Remove',
  removeText: 'It receives no more events, and its deliveries are deleted. This cannot be undone.',
  removeYes: 'Remove this endpoint',
  removed: 'The endpoint was removed',
  filter: 'External ids',
  added: 'Added',
  deliveries: 'Deliveries',
  refresh: 'Refresh',
  noDeliveries: 'No delivery yet. Send a test, or wait for the first event.',
  older: 'Older deliveries',
  time: 'Time',
  event: 'Event',
  status: 'Status',
  response: 'Response',
  pending: 'Pending',
  succeeded: 'Succeeded',
  failed: 'Failed',
  skipped: 'Skipped',
  attempts: 'Attempts',
  noAttempt: 'No attempt yet',
  nextAttempt: 'Next attempt: {date}',
  ms: '{ms} ms',
  responseBody: 'Start of the response',
  payload: 'Request body',
  noPayload: 'The request body is no longer stored.',
  retry: 'Send again',
  retried: 'It is being sent again. Refresh to see the response.',
  back: 'Back to the endpoint',
  missing: 'This endpoint or delivery does not exist any more',
  invalid: 'This link does not work',
  invalidWhy:
    'It was revoked, has expired or is incomplete. Reload the page that you came from, or request a new link there.',
  busy: 'Too many requests. Try again in a minute.',
}

export type PortalTexts = Readonly<Record<keyof typeof en, string>>

const languages: Readonly<Record<string, PortalTexts>> = { en }

export interface PortalLanguage {
  /** BCP 47. */
  tag: string
  texts: PortalTexts
}

/** The first language of Accept-Language that the page has, English without one. */
export function languageOf(acceptLanguage: string | null): PortalLanguage {
  const tag = preferredLanguage(acceptLanguage, languages)
  return { tag, texts: languages[tag] ?? en }
}
