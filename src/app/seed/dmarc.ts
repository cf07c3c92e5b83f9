import { type ReportedSource, writeAggregateReport } from './aggregate-report.ts'
import type { Operations } from './operations.ts'

/** Reserved by RFC 2606, so it is the domain of nobody. */
const domain = 'secondshift.example'
const days = 90
const dayMs = 86_400_000

/** Organizations that report, with their share of the mail. */
const reporters = [
  { organization: 'google.com', email: 'noreply-dmarc-support@google.com', share: 0.58 },
  { organization: 'Enterprise Outlook', email: 'dmarcreport@microsoft.com', share: 0.27 },
  { organization: 'Yahoo', email: 'dmarchelp@yahooinc.com', share: 0.15 },
]

/** IP addresses of the documentation ranges (RFC 5737). */
const sources: readonly (ReportedSource & { perDay: number; every: number; since?: number })[] = [
  { ip: '192.0.2.25', perDay: 1_900, every: 1, dkim: 'pass', spf: 'pass', signer: domain, envelope: domain },
  { ip: '192.0.2.26', perDay: 460, every: 1, dkim: 'pass', spf: 'fail', signer: domain, envelope: 'mta.esp.example' },
  { ip: '198.51.100.7', perDay: 120, every: 2, dkim: 'fail', spf: 'pass', signer: 'crm.example', envelope: domain },
  // A program of the shop that nobody has set up yet.
  {
    ip: '198.51.100.40',
    perDay: 75,
    every: 3,
    dkim: 'fail',
    spf: 'fail',
    signer: undefined,
    envelope: 'shop.example',
    since: 40,
  },
  // A mailing list: it forwards, so SPF fails.
  { ip: '203.0.113.9', perDay: 34, every: 1, dkim: 'pass', spf: 'fail', signer: domain, envelope: 'lists.example' },
  // A sender who forges the domain for a few days.
  {
    ip: '203.0.113.200',
    perDay: 260,
    every: 11,
    dkim: 'fail',
    spf: 'fail',
    signer: undefined,
    envelope: 'cheap.example',
  },
]

/** Reports of the 90 days before today. DNS is not asked for the names of the sources, which have none. */
export async function seedDmarc({ post, upload }: Operations): Promise<void> {
  await post('/dmarc/domains', { domain, enrichment: false })
  const today = Math.floor(Date.now() / dayMs) * dayMs
  for (let before = days; before >= 1; before--) {
    const begin = today - before * dayMs
    const form = new FormData()
    for (const { email, organization, share } of reporters) {
      const reported = sources
        .filter(({ every, since = days }) => before % every === 0 && before <= since)
        .map((source) => ({ source, count: Math.round(source.perDay * share * volumeOn(begin, before)) }))
        .filter(({ count }) => count > 0)
      const report = writeAggregateReport({ begin, domain, email, organization, reported })
      form.append('file', new Blob([report], { type: 'text/xml' }), `${organization}!${domain}!${begin / 1000}.xml`)
    }
    await upload('/dmarc/reports', form)
  }
}

/** Less on weekends, a little more each week, and no two days alike; the same in every seeded project. */
function volumeOn(begin: number, before: number): number {
  const weekday = new Date(begin).getUTCDay()
  const wave = 1 + Math.sin(before * 2.4) * 0.12
  return (weekday === 0 || weekday === 6 ? 0.35 : 1) * wave * (1 + (days - before) / 300)
}
