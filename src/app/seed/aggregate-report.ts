/** One row of a report, and what of it does not change from day to day. */
export interface ReportedSource {
  ip: string
  /** Aligned results (RFC 7489 section 3.1). */
  dkim: 'pass' | 'fail'
  spf: 'pass' | 'fail'
  /** Domain of the signature; undefined without one. */
  signer: string | undefined
  envelope: string
}

interface AggregateReport {
  /** Start of the day, in milliseconds. */
  begin: number
  domain: string
  organization: string
  email: string
  reported: readonly { source: ReportedSource; count: number }[]
}

/** An aggregate report of one day in the schema of RFC 7489 appendix C. */
export function writeAggregateReport({ begin, domain, email, organization, reported }: AggregateReport): string {
  const from = begin / 1000
  return `<?xml version="1.0" encoding="UTF-8"?>
<feedback>
  <version>1.0</version>
  <report_metadata>
    <org_name>${organization}</org_name>
    <email>${email}</email>
    <report_id>${from}.${organization.length}${reported.length}</report_id>
    <date_range><begin>${from}</begin><end>${from + 86_399}</end></date_range>
  </report_metadata>
  <policy_published>
    <domain>${domain}</domain><adkim>r</adkim><aspf>r</aspf><p>none</p><sp>none</sp><pct>100</pct>
  </policy_published>
${reported.map(({ count, source }) => writeRecord(domain, source, count)).join('\n')}
</feedback>
`
}

function writeRecord(domain: string, { dkim, envelope, ip, signer, spf }: ReportedSource, count: number): string {
  const signature =
    signer === undefined ? '' : `<dkim><domain>${signer}</domain><selector>s1</selector><result>pass</result></dkim>`
  return `  <record>
    <row>
      <source_ip>${ip}</source_ip><count>${count}</count>
      <policy_evaluated><disposition>none</disposition><dkim>${dkim}</dkim><spf>${spf}</spf></policy_evaluated>
    </row>
    <identifiers><envelope_from>${envelope}</envelope_from><header_from>${domain}</header_from></identifiers>
    <auth_results>${signature}<spf><domain>${envelope}</domain><result>${spf === 'pass' || envelope !== domain ? 'pass' : 'fail'}</result></spf></auth_results>
  </record>`
}
