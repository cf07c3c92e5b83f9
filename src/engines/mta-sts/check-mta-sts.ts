import {
  type Checked,
  type DomainFinding,
  type ResolveRecords,
  concluded,
  isUnknown,
  readTags,
  unmeasured,
} from '../findings/index.ts'
import { matchesMx, readPolicy } from './read-policy.ts'

/** Fetches a policy over https, without following redirects: its text, or why there is none. `isOurs` where we are the reason. */
export type FetchPolicy = (url: string) => Promise<{ text: string } | { problem: string; isOurs: boolean }>

const shortAge = 604_800

/** MTA-STS of a domain: record, policy, and whether it covers the mail hosts. */
export async function checkMtaSts(
  domain: string,
  { resolve, fetchPolicy, hosts }: { resolve: ResolveRecords; fetchPolicy: FetchPolicy; hosts: readonly string[] },
): Promise<Checked & { mode?: string }> {
  const reply = await resolve(`_mta-sts.${domain}`, 'TXT')
  if (isUnknown(reply)) return unmeasured('mta_sts.dns', 'The record could not be asked for.')
  const found = reply.records.filter((text) => /^v=STSv1\s*(?:;|$)/.test(text))
  const [record] = found
  if (record === undefined) {
    const message = 'No MTA-STS record is published: who listens in between can have mail sent in the clear.'
    return { state: 'none', findings: [{ code: 'mta_sts.none', severity: 'info', message }], share: 0 }
  }
  if (found.length > 1)
    return concluded([bad('several', 'There are several records, and senders then use none.', 'Keep one.')], { record })
  if (!/^[A-Za-z0-9]{1,32}$/.test(readTags(record).tags.get('id') ?? ''))
    return concluded(
      [
        bad(
          'id',
          'The record has no id of 1 to 32 letters and digits (RFC 8461 3.1).',
          'Add one, and change it with the policy.',
        ),
      ],
      { record },
    )
  const url = `https://mta-sts.${domain}/.well-known/mta-sts.txt`
  const fetched = await fetchPolicy(url)
  if ('problem' in fetched) {
    if (fetched.isOurs)
      return { ...unmeasured('mta_sts.fetch', `The policy could not be fetched: ${fetched.problem}`), record }
    return concluded(
      [
        bad(
          'fetch',
          `The policy at ${url} cannot be fetched: ${fetched.problem}`,
          'Serve it there, with a valid certificate and without redirects.',
        ),
      ],
      { record },
    )
  }
  const policy = readPolicy(fetched.text)
  if ('problem' in policy)
    return concluded([bad('policy', `The policy is broken: ${policy.problem}.`, 'Correct it (RFC 8461 3.2).')], {
      record,
    })
  const strangers = hosts.filter((host) => !matchesMx(host, policy.mx))
  const findings: DomainFinding[] = []
  if (policy.mode !== 'none' && strangers.length > 0)
    findings.push(
      bad(
        'mx',
        `The policy does not name ${strangers.join(', ')}; senders that heed it do not deliver there.`,
        'Add an mx line for each mail host.',
      ),
    )
  if (policy.mode !== 'enforce')
    findings.push({
      code: 'mta_sts.mode',
      severity: 'warning',
      message: `Its mode is ${policy.mode}: nothing is enforced.`,
      fix: 'Set mode: enforce when the reports are clean.',
    })
  if (policy.maxAgeSeconds < shortAge)
    findings.push({
      code: 'mta_sts.max_age',
      severity: 'warning',
      message: 'It is forgotten within a week.',
      fix: 'Set max_age to some weeks.',
    })
  return { ...concluded(findings, { record }), mode: policy.mode }
}

/** TLS-RPT (RFC 8460): whether somebody hears of encryption that fails. */
export async function checkTlsReports(domain: string, resolve: ResolveRecords): Promise<Checked> {
  const reply = await resolve(`_smtp._tls.${domain}`, 'TXT')
  if (isUnknown(reply)) return unmeasured('tls_rpt.dns', 'The record could not be asked for.')
  const found = reply.records.filter((text) => /^v=TLSRPTv1\s*(?:;|$)/.test(text))
  const [record] = found
  if (record === undefined)
    return {
      state: 'none',
      findings: [
        { code: 'tls_rpt.none', severity: 'info', message: 'Nobody gets reports about encryption (TLS-RPT).' },
      ],
      share: 0,
    }
  const uris = (readTags(record).tags.get('rua') ?? '').split(',').map((each) => each.trim())
  const isGood = found.length === 1 && uris.every((uri) => /^mailto:[^@\s]+@\S+$|^https:\/\/\S+$/i.test(uri))
  const message =
    found.length > 1
      ? 'There are several records, and senders then use none.'
      : 'rua names no mailto: or https: address.'
  return concluded(
    isGood
      ? []
      : [{ code: 'tls_rpt.broken', severity: 'error', message, fix: 'Publish one record with rua=mailto:… .' }],
    { record },
  )
}

function bad(code: string, message: string, fix: string): DomainFinding {
  return { code: `mta_sts.${code}`, severity: 'error', message, fix }
}
