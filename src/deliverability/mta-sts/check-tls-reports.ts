import {
  type Checked,
  type ResolveRecords,
  concluded,
  isUnknown,
  readTags,
  unmeasured,
  unpublished,
} from '../findings/index.ts'
import { reportReports as report } from './reasons.ts'

/** TLS-RPT (RFC 8460): reports about failed encryption. */
export async function checkTlsReports(
  domain: string,
  resolve: ResolveRecords,
  { acceptsMail = true }: { acceptsMail?: boolean } = {},
): Promise<Checked> {
  if (!acceptsMail) return unmeasured(report('no_mail', 'The domain accepts no mail.'))
  const name = `_smtp._tls.${domain}`
  const publish = { name, type: 'TXT', value: `v=TLSRPTv1; rua=mailto:tls-reports@${domain}` } as const
  const reply = await resolve(name, 'TXT')
  if (isUnknown(reply)) return unmeasured(report('dns', 'The record could not be queried.'))
  const found = reply.records.filter((text) => /^v=TLSRPTv1\s*(?:;|$)/.test(text))
  const [record] = found
  const fix = 'Add a mailto: or https: URI that receives the reports.'
  if (record === undefined) return unpublished(report('none', 'No URI receives TLS reports.', { fix, publish }))
  if (found.length > 1)
    return concluded(
      [
        report('several', `There are ${found.length} records.`, {
          fix: 'Keep only one.',
          publish: { ...publish, value: record },
        }),
      ],
      { record },
    )
  const uris = (readTags(record).tags.get('rua') ?? '').split(',').map((each) => each.trim())
  const isGood = uris.every((uri) => /^mailto:[^@\s]+@\S+$|^https:\/\/\S+$/i.test(uri))
  return concluded(isGood ? [] : [report('broken', 'rua contains no mailto: or https: URI.', { fix, publish })], {
    record,
  })
}
