import {
  type Checked,
  type DomainFinding,
  type ResolveRecords,
  concluded,
  isUnknown,
  readTags,
  unmeasured,
} from '../findings/index.ts'

/** The record of a domain, and whether its DMARC is strong enough for a logo. */
export async function checkBimi(
  domain: string,
  { resolve, policy }: { resolve: ResolveRecords; policy: string | undefined },
): Promise<Checked> {
  const reply = await resolve(`default._bimi.${domain}`, 'TXT')
  if (isUnknown(reply)) return unmeasured('bimi.dns', 'The record could not be asked for.')
  const [record] = reply.records.filter((text) => /^\s*v\s*=\s*BIMI1\s*(?:;|$)/i.test(text))
  if (record === undefined)
    return {
      state: 'none',
      findings: [{ code: 'bimi.none', severity: 'info', message: 'No logo is published (BIMI).' }],
      share: 0,
    }
  const { tags } = readTags(record)
  const [logo = '', proof = ''] = [tags.get('l'), tags.get('a')]
  const findings: DomainFinding[] = []
  if (logo === '')
    return {
      state: 'none',
      record,
      findings: [{ code: 'bimi.declined', severity: 'info', message: 'The domain wants no logo.' }],
      share: 0,
    }
  if (!/^https:\/\/\S+$/i.test(logo))
    findings.push({
      code: 'bimi.logo',
      severity: 'error',
      message: 'l is no https: address.',
      fix: 'Serve the SVG over https.',
    })
  if (proof === '')
    findings.push({
      code: 'bimi.no_certificate',
      severity: 'info',
      message: 'Without a mark certificate (a) some mailboxes show no logo.',
    })
  if (policy === 'none' || policy === undefined)
    findings.push({
      code: 'bimi.dmarc',
      severity: 'error',
      message: 'Logos are shown only where DMARC is quarantine or reject.',
      fix: 'Raise the DMARC policy first.',
    })
  return concluded(findings, { record })
}
