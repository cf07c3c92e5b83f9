import { type DmarcPolicy, readPolicy, splitReports, writeRecord } from '../dmarc/index.ts'
import { readTags } from '../findings/index.ts'
import type { DomainMail } from './domain-mail.ts'
import { policyFor, policyOfRecord } from './proposed-policy.ts'
import type { Verdict } from './verdict.ts'

/**
 * The record after the published one, in the form of RFC 9989: report addresses and alignment stay, `pct`, `rf` and `ri` are
 * dropped. Null if the published record is already that one.
 */
export function nextRecord(
  mail: DomainMail,
  { keepsSubdomains, target, verdict }: { target: DmarcPolicy; verdict: Verdict; keepsSubdomains: boolean },
): string | null {
  const { tags } = readTags(mail.dmarc ?? '')
  const present = policyOfRecord(mail.dmarc, mail)
  const isStep = verdict === 'ready_for_quarantine' || verdict === 'ready_for_reject'
  const below = policyFor(present, 'subdomain')
  // Size limits are obsolete (RFC 9989 4.7).
  const uris = (name: string) => splitReports(tags.get(name)).map((uri) => uri.replace(/!\d{1,9}[kmgt]?$/i, ''))
  const reports = uris('rua')
  const isStrict = (name: string) => (tags.get(name)?.toLowerCase() === 's' ? 'strict' : undefined)
  const record = writeRecord({
    policy: isStep ? target : present.p,
    subdomainPolicy: isStep && !keepsSubdomains ? target : below,
    // Only names without mail of the domain's own are concerned.
    nonexistentPolicy: isStep ? 'reject' : mail.isInherited ? below : (readPolicy(tags.get('np')) ?? below),
    isTesting: isStep ? false : present.isTesting,
    dkimAlignment: isStrict('adkim'),
    spfAlignment: isStrict('aspf'),
    aggregateUris: reports.length > 0 ? reports : mail.reportUri === null ? [] : [mail.reportUri],
    failureUris: uris('ruf'),
    failureOptions: tags
      .get('fo')
      ?.split(':')
      .map((each) => each.trim()),
  })
  return !mail.isInherited && sameTags(record, mail.dmarc) ? null : record
}

function sameTags(one: string, other: string | null): boolean {
  const [left, right] = [readTags(one).tags, readTags(other ?? '').tags]
  return left.size === right.size && [...left].every(([name, value]) => right.get(name) === value)
}
