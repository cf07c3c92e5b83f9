import type { MailHost } from '../../../deliverability/mx/index.ts'
import { type Failure, type RecipientResult, messageOf } from '../../../deliverability/smtp/index.ts'
import type { Finding } from './job.ts'

/** Mailbox outcomes by connection failure. */
export const outcomes = {
  forbidden: 'unreachable',
  refused: 'refused',
  timeout: 'timeout',
  unreachable: 'unreachable',
  proxy: 'egress_paused',
  aborted: 'timeout',
} as const

export function findingOf({ outcome, phase, reply }: Failure | RecipientResult, host: MailHost): Finding {
  const said = reply === undefined ? {} : { code: reply.code, message: messageOf(reply) }
  const enhanced = reply?.enhancedCode === undefined ? {} : { enhancedCode: reply.enhancedCode }
  // A host that sent a banner is reachable, whatever followed.
  const canConnect = reply !== undefined || phase !== 'banner'
  return { outcome, phase, canConnect, host, ...said, ...enhanced }
}

/**
 * True if the next host may give another result: the connection to this one failed, it does not serve the domain, lacks
 * SMTPUTF8, or deferred before MAIL.
 */
export function canTryNextHost({ outcome, phase, canConnect }: Finding): boolean {
  if (outcome === 'egress_paused') return false
  if (!canConnect || ['dropped', 'timeout', 'tls_failed'].includes(outcome)) return true
  if (outcome === 'relay_denied' || outcome === 'smtputf8_unsupported') return true
  return outcome === 'deferred' && phase !== 'mail' && phase !== 'rcpt'
}

/** The more informative finding: the later one, unless it only reports an unreachable host. */
export function betterFinding(one: Finding, other: Finding): Finding {
  const [silent] = [one, other].filter(({ canConnect }) => !canConnect)
  const lacksUtf8 = [one, other].some(({ outcome }) => outcome === 'smtputf8_unsupported')
  // An unreachable host may support SMTPUTF8 although the other one does not.
  const better = silent !== undefined && lacksUtf8 ? silent : canTryNextHost(other) && silent === other ? one : other
  return { ...better, isSilent: one.isSilent === true && other.isSilent === true }
}
