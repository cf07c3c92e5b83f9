import { type DomainFinding, type ResolveRecords, isAbsent } from '../findings/index.ts'
import { checkReceiver } from './check-receiver.ts'
import { type DmarcRecord, withTag } from './evaluate-tags.ts'
import { report } from './reasons.ts'

/** Maximum number of report domains that are checked. */
const maxReceivers = 5

/** The URIs of a rua or ruf tag. */
export function splitReports(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
}

/** Evaluates the report URIs, and checks that their domains accept reports. */
export async function evaluateReports(
  given: DmarcRecord,
  { registrable, resolve }: { resolve: ResolveRecords; registrable(name: string): string },
): Promise<DomainFinding[]> {
  const { domain, tags } = given
  const found: DomainFinding[] = []
  if (!tags.has('rua')) {
    const fix = 'Add rua with a mailbox or the URI of a report service.'
    found.push(
      report('no_reports', 'No address receives aggregate reports (rua).', {
        fix,
        ...withTag(given, 'rua', `mailto:dmarc@${domain}`),
      }),
    )
  }
  for (const name of ['rua', 'ruf']) found.push(...evaluateAddresses(name, splitReports(tags.get(name))))
  const hosts = [...splitReports(tags.get('rua')), ...splitReports(tags.get('ruf'))]
    .map((uri) => /^mailto:[^@]{1,200}@([^!?]{1,253})/i.exec(uri)?.[1]?.trim().toLowerCase())
    .filter((host) => host !== undefined)
  const receivers = [...new Set(hosts)].slice(0, maxReceivers)
  const answers = await Promise.all(
    receivers.map(async (host) => [
      ...(registrable(host) === registrable(domain) ? [] : await evaluateWill(domain, host, resolve)),
      ...(await evaluateMail(host, resolve)),
    ]),
  )
  return [...found, ...answers.flat()]
}

function evaluateAddresses(name: string, all: readonly string[]): DomainFinding[] {
  const isGood = (uri: string) =>
    /^mailto:[^@\s]+@[^@\s!]+(?:![\d]+[kmgt]?)?$/i.test(uri) || /^https:\/\/\S+$/i.test(uri)
  const found = all
    .filter((uri) => !isGood(uri))
    .slice(0, 5)
    .map((uri) =>
      report('bad_uri', `${name}: “${uri.slice(0, 60)}” is not a valid report URI.`, {
        fix: 'Write mailto:name@domain.',
      }),
    )
  if (all.length > 2)
    found.push(report('many_uris', `${name} names ${all.length} addresses.`, { fix: 'Keep at most two.' }))
  if (all.some((uri) => uri.includes('!')))
    found.push(report('size_limit', `${name} contains size limits.`, { fix: 'Remove “!” and the size after it.' }))
  return found
}

async function evaluateWill(domain: string, host: string, resolve: ResolveRecords): Promise<DomainFinding[]> {
  const { name, state } = await checkReceiver(domain, host, resolve)
  if (state !== 'missing') return []
  const detail = {
    fix: `Have ${host} publish that it accepts them.`,
    publish: { name, type: 'TXT', value: 'v=DMARC1' },
  } as const
  return [report('receiver_unwilling', `${host} does not publish that it accepts reports about ${domain}.`, detail)]
}

async function evaluateMail(host: string, resolve: ResolveRecords): Promise<DomainFinding[]> {
  const mx = await resolve(host, 'MX')
  const isNull = mx.outcome === 'found' && mx.records.every(({ exchange }) => exchange.replace(/\.$/, '') === '')
  if (!isNull && !isAbsent(mx)) return []
  const isThere = !isNull && !(isAbsent(await resolve(host, 'A')) && isAbsent(await resolve(host, 'AAAA')))
  return isThere ? [] : [report('receiver_no_mail', `${host} accepts no mail.`, { fix: 'Name a mailbox that exists.' })]
}
