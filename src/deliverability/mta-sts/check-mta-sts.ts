import {
  type Checked,
  type DomainFinding,
  type ResolveRecords,
  concluded,
  isUnknown,
  readTags,
  unmeasured,
  unpublished,
} from '../findings/index.ts'
import { type StsPolicy, matchesMx, readPolicy } from './read-policy.ts'
import { report } from './reasons.ts'

/**
 * Fetches a policy over https without following redirects, or returns the reason of the failure. `isLocalFailure`: the failure is on
 * this side.
 */
export type FetchPolicy = (
  url: string,
) => Promise<{ text: string; mediaType?: string | undefined } | { problem: string; isLocalFailure: boolean }>

/** A mail host; `isTrusted` is undefined if its certificate was not checked. */
export interface StsHost {
  readonly host: string
  readonly isTrusted?: boolean
}

export interface MtaStsCheck extends Checked {
  readonly mode?: StsPolicy['mode']
  readonly max_age?: number
  /** Patterns of mail hosts in the policy. */
  readonly mx?: readonly string[]
}

const shortAgeSeconds = 604_800

/** Checks the record, the policy, and that it covers the mail hosts, which are resolved only if a policy exists. */
export async function checkMtaSts(
  domain: string,
  {
    resolve,
    fetchPolicy,
    hosts,
    acceptsMail = true,
  }: {
    resolve: ResolveRecords
    fetchPolicy: FetchPolicy
    hosts: () => Promise<readonly StsHost[]>
    acceptsMail?: boolean
  },
): Promise<MtaStsCheck> {
  if (!acceptsMail) return unmeasured(report('no_mail', 'The domain accepts no mail.'))
  const reply = await resolve(`_mta-sts.${domain}`, 'TXT')
  if (isUnknown(reply)) return unmeasured(report('dns', 'The record could not be queried.'))
  const found = reply.records.filter((text) => /^v=STSv1\s*(?:;|$)/.test(text))
  const [record] = found
  const name = `_mta-sts.${domain}`
  if (record === undefined) {
    const named = (await hosts()).map(({ host }) => `mx: ${host}`)
    const policy = ['version: STSv1', 'mode: testing', ...named, 'max_age: 604800'].join(' / ')
    const fix = `Serve at https://mta-sts.${domain}/.well-known/mta-sts.txt, line by line, “${policy}”; then publish its id.`
    return unpublished(
      report('none', 'No MTA-STS record is published.', {
        fix,
        publish: { name, type: 'TXT', value: 'v=STSv1; id=1' },
      }),
    )
  }
  if (found.length > 1) {
    const publish = { name, type: 'TXT', value: record } as const
    return concluded([report('several', `There are ${found.length} records.`, { fix: 'Keep only one.', publish })], {
      record,
    })
  }
  if (!/^[A-Za-z0-9]{1,32}$/.test(readTags(record).tags.get('id') ?? '')) {
    const fix = 'Add one, and change it with the policy.'
    const publish = { name, type: 'TXT', value: 'v=STSv1; id=1' } as const
    return concluded([report('id', 'The record has no id of 1 to 32 letters and digits.', { fix, publish })], {
      record,
    })
  }
  const url = `https://mta-sts.${domain}/.well-known/mta-sts.txt`
  const fetched = await fetchPolicy(url)
  if ('problem' in fetched) {
    if (fetched.isLocalFailure)
      return unmeasured(report('unreached', `The policy could not be fetched: ${fetched.problem}`), { record })
    const fix = `Serve it at ${url}, with a valid certificate and without redirects.`
    return concluded([report('fetch', `The policy cannot be fetched: ${fetched.problem}`, { fix })], { record })
  }
  const policy = readPolicy(fetched.text)
  if ('problem' in policy)
    return concluded(
      [report('policy', `The policy is invalid: ${policy.problem}.`, { fix: 'Correct it (RFC 8461 3.2).' })],
      {
        record,
      },
    )
  const findings = [
    ...evaluateHosts(policy, await hosts()),
    ...evaluatePolicy(policy),
    ...evaluateType(fetched.mediaType),
  ]
  const { maxAgeSeconds, mode, mx } = policy
  return { ...concluded(findings, { record }), mode, max_age: maxAgeSeconds, mx: mx.slice(0, 50) }
}

function evaluateHosts(policy: StsPolicy, hosts: readonly StsHost[]): DomainFinding[] {
  if (policy.mode === 'none') return []
  // Only an enforced policy causes loss of mail.
  const severity = policy.mode === 'enforce' ? ('error' as const) : ('warning' as const)
  const unlisted = hosts.filter(({ host }) => !matchesMx(host, policy.mx)).map(({ host }) => host)
  const untrusted = hosts.filter(({ isTrusted }) => isTrusted === false).map(({ host }) => host)
  const found: DomainFinding[] = []
  if (unlisted.length > 0) {
    const fix = `Add to the policy: ${unlisted.map((host) => `“mx: ${host}”`).join(', ')}; then change the id.`
    found.push(report('mx', `The policy does not name ${unlisted.join(', ')}.`, { fix, severity }))
  }
  if (untrusted.length > 0) {
    const fix = 'Install a certificate for its host name from a trusted CA on each mail host.'
    found.push(
      report('certificate', `The certificate of ${untrusted.join(', ')} would be rejected.`, { fix, severity }),
    )
  }
  return found
}

function evaluatePolicy({ maxAgeSeconds, mode }: StsPolicy): DomainFinding[] {
  const found: DomainFinding[] = []
  if (mode !== 'enforce')
    found.push(
      report('mode', `Its mode is ${mode}: nothing is enforced.`, {
        fix: 'Set mode: enforce when the reports are clean.',
      }),
    )
  if (maxAgeSeconds < shortAgeSeconds)
    found.push(
      report('max_age', `The policy expires after ${maxAgeSeconds} seconds.`, {
        fix: 'Set max_age to some weeks, such as 2592000.',
      }),
    )
  return found
}

function evaluateType(mediaType: string | undefined): DomainFinding[] {
  if (mediaType === undefined || /^text\/plain\b/i.test(mediaType)) return []
  return [
    report('media_type', `The policy is served as ${mediaType.slice(0, 60)}.`, { fix: 'Serve it as text/plain.' }),
  ]
}
