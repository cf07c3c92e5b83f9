import { createMetrics } from '../../../platform/metrics/index.ts'
import type { Net } from '../../../platform/net/index.ts'
import { type OutgoingMailConfig, openMailer } from '../../outgoing-mail.ts'
import { type Finding, bad, ok, warn } from './finding.ts'

/** Connects to the SMTP server of outgoing mail and signs in, without sending. */
export async function checkOutgoingMail(config: OutgoingMailConfig, openSocket: Net['openSocket']): Promise<Finding> {
  const name = 'outgoing mail'
  const { outgoingMail } = config
  const mailer = openMailer(config, { openSocket, metrics: createMetrics() })
  if (outgoingMail === undefined || mailer === undefined)
    return ok(name, 'off; alerts are sent to webhooks and chats only (SVC_SMTP_URL)')
  const { host, port, tls } = outgoingMail.server
  const outcome = await mailer.check(new AbortController().signal)
  const server = `${host}:${port}`
  if (outcome.status !== 'sent')
    return bad(name, `${server}: ${outcome.reason}`, 'Correct SVC_SMTP_URL, or let the service reach the server')
  return tls === 'none' || tls === 'optional'
    ? warn(
        name,
        `${server} accepts the service, but the connection is not required to be encrypted (tls=${tls})`,
        'Remove tls from SVC_SMTP_URL if the server has TLS',
      )
    : ok(name, `${server} accepts the service over TLS`)
}
