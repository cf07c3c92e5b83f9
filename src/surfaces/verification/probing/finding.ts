import type { MailHost } from '../../../deliverability/mx/index.ts'
import { type Failure, type RecipientAnswer, messageOf } from '../../../deliverability/smtp/index.ts'
import type { Finding } from './job.ts'

/** What became of the mailbox where there was no connection. */
export const outcomes = {
  forbidden: 'unreachable',
  refused: 'refused',
  timeout: 'timeout',
  unreachable: 'unreachable',
  proxy: 'egress_paused',
  aborted: 'timeout',
} as const

/** What an answer, or the lack of one, says. */
export function findingOf({ outcome, phase, reply }: Failure | RecipientAnswer, host: MailHost): Finding {
  const said = reply === undefined ? {} : { code: reply.code, message: messageOf(reply) }
  const enhanced = reply?.enhancedCode === undefined ? {} : { enhancedCode: reply.enhancedCode }
  // Anyone who greeted has spoken to us, whatever became of it.
  const canConnect = reply !== undefined || phase !== 'banner'
  return { outcome, phase, canConnect, host, ...said, ...enhanced }
}

/** True if the next host is worth asking: this one could not be, or serves others, or is not as far as the rest may be. */
export function canTryNextHost({ outcome, phase, canConnect }: Finding): boolean {
  if (outcome === 'egress_paused') return false
  if (!canConnect || ['dropped', 'timeout', 'tls_failed'].includes(outcome)) return true
  if (outcome === 'relay_denied' || outcome === 'smtputf8_unsupported') return true
  return outcome === 'deferred' && phase !== 'mail' && phase !== 'rcpt'
}

/** Of two findings the one that says more: the later one, unless it only says that nobody was reached. */
export function betterFinding(one: Finding, other: Finding): Finding {
  const [silent] = [one, other].filter(({ canConnect }) => !canConnect)
  const lacksUtf8 = [one, other].some(({ outcome }) => outcome === 'smtputf8_unsupported')
  // A host that was not reached may take what another one does not.
  const said = silent !== undefined && lacksUtf8 ? silent : canTryNextHost(other) && silent === other ? one : other
  return { ...said, isSilent: one.isSilent === true && other.isSilent === true }
}
