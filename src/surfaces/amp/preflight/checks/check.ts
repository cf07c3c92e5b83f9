/** Every check, in the order of the response, with the reason for which Gmail shows the fallback if it fails. */
const checkList = {
  'mime.structure': 'MALFORMED',
  'mime.order': undefined,
  'mime.charset': undefined,
  'amp.size': 'INVALID_AMP',
  'amp.valid': 'INVALID_AMP',
  'html.size': 'MESSAGE_CLIPPED',
  'content.fallback': 'MALFORMED',
  'content.likeness': undefined,
  'content.remains': undefined,
  'unsubscribe.header': undefined,
  'unsubscribe.link': undefined,
  'sender.from': undefined,
  'auth.spf': 'SPF_FAILED',
  'auth.dkim': 'DKIM_NOT_MATCHING_FROM',
  'auth.dmarc': 'AUTH_FAILED',
  'transport.tls': 'TLS_ENCRYPTION',
  'message.date': 'OLD_EMAIL',
  'message.forwarded': 'AUTO_FORWARDED',
  'dns.spf': undefined,
  'dns.dkim': undefined,
  'dns.dmarc': undefined,
  'sender.website': undefined,
  'endpoints.cors': undefined,
} as const satisfies Record<string, string | undefined>

export type CheckId = keyof typeof checkList
export const checkIds = Object.keys(checkList) as CheckId[]

/** `unmeasured`: the input does not contain what the check needs, or a query failed. */
export type CheckState = 'pass' | 'warn' | 'fail' | 'unmeasured'

export interface Check {
  readonly id: CheckId
  readonly state: CheckState
  readonly message: string
  readonly fix?: string
  /** What Gmail calls this failure. */
  readonly gmail_reason?: string
}

export function passed(id: CheckId, message: string): Check {
  return { id, state: 'pass', message }
}

export function warned(id: CheckId, message: string, fix: string): Check {
  return { id, state: 'warn', message, fix }
}

export function failed(id: CheckId, message: string, fix: string): Check {
  const reason = checkList[id]
  return { id, state: 'fail', message, fix, ...(reason === undefined ? {} : { gmail_reason: reason }) }
}

export function unmeasured(id: CheckId, message: string, fix?: string): Check {
  return { id, state: 'unmeasured', message, ...(fix === undefined ? {} : { fix }) }
}

/** Ready unless a check failed. */
export function verdictOf(checks: readonly Check[]): 'ready' | 'not_ready' {
  return checks.some(({ state }) => state === 'fail') ? 'not_ready' : 'ready'
}
