import { type MessageAuthentication, authenticateMessage } from '../../../deliverability/authentication/index.ts'
import { limits } from '../../../kernel/limits.ts'
import type { Delivery, InboundMessage, RecipientKind } from '../../../platform/inbound/index.ts'
import { type DnsClient, Semaphore } from '../../../platform/net/index.ts'
import { resolverOf } from '../dns/index.ts'
import { type DomainRow, selectByToken } from '../domains/index.ts'
import type { IntakeDeps } from './arrival.ts'
import { ingestFile } from './intake.ts'

export interface ReportRecipientDeps extends IntakeDeps {
  readonly dns: Pick<DnsClient, 'query'>
}

/** The reporting addresses of sending domains. Who knows one may add reports to its domain. */
export function reportRecipients(deps: ReportRecipientDeps): RecipientKind {
  const semaphore = new Semaphore(limits.inboundAtOnce)
  return {
    name: 'dmarc',
    prefix: 'd+',
    async find(token) {
      const domain = await selectByToken(deps.store.read, token)
      return domain && { deliver: (message) => semaphore.run(() => receiveReports(deps, domain, message)) }
    },
  }
}

async function receiveReports(
  deps: ReportRecipientDeps,
  domain: DomainRow,
  message: InboundMessage,
): Promise<Delivery> {
  const sender = await authenticate(deps, message)
  const results = await ingestFile(
    deps,
    {
      projectId: domain.projectId,
      via: 'smtp',
      only: domain,
      sender,
      work: { partition: { kind: 'background', projectId: domain.projectId } },
    },
    { bytes: message.bytes },
  )
  if (results.some(({ status }) => status !== 'rejected')) return { status: 'stored' }
  const { code = 'not_a_report', reason = 'The message contains no report.' } = results[0] ?? {}
  return { status: 'refused', reason: `${code}: ${reason}` }
}

/** A slow DNS server must not keep a report from being stored. */
async function authenticate(
  { dns }: ReportRecipientDeps,
  message: InboundMessage,
): Promise<MessageAuthentication | undefined> {
  const late = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => late.resolve(undefined), limits.inboundAuthenticationSeconds * 1000)
  try {
    return await Promise.race([authenticateMessage(message, { resolve: resolverOf(dns) }), late.promise])
  } finally {
    clearTimeout(timer)
  }
}
