/** Aggregate reports by RFC 7489 appendix C, as text. */
export interface ReportRecord {
  ip: string
  count: number
  disposition?: 'none' | 'quarantine' | 'reject'
  dkim?: boolean
  spf?: boolean
  headerFrom?: string
  /** Domain of a passing signature. */
  signer?: string
  /** Domain that passes SPF. */
  mailer?: string
  reason?: string
}

export interface ReportText {
  domain: string
  org?: string
  id?: string
  /** Unix seconds. */
  begin: number
  end?: number
  p?: string
  records: readonly ReportRecord[]
}

const daySeconds = 86_400

export function writeReport({
  begin,
  domain,
  end = begin + daySeconds - 1,
  id = '1',
  org = 'mx.test',
  p = 'none',
  records,
}: ReportText) {
  const rows = records.map((each) => writeRecord(each, domain)).join('')
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<feedback><version>1.0</version><report_metadata><org_name>${org}</org_name>` +
    `<email>dmarc@${org}</email><report_id>${id}</report_id><date_range><begin>${begin}</begin><end>${end}</end></date_range>` +
    `</report_metadata><policy_published><domain>${domain}</domain><adkim>r</adkim><aspf>r</aspf><p>${p}</p><sp>${p}</sp>` +
    `<pct>100</pct></policy_published>${rows}</feedback>`
  )
}

function writeRecord(
  { count, disposition = 'none', dkim = false, headerFrom, ip, mailer, reason, signer, spf = false }: ReportRecord,
  domain: string,
): string {
  const verdict = (isAligned: boolean) => (isAligned ? 'pass' : 'fail')
  const why = reason === undefined ? '' : `<reason><type>${reason}</type><comment>c</comment></reason>`
  const signed = signer ?? (dkim ? domain : undefined)
  const mailed = mailer ?? (spf ? domain : undefined)
  return (
    `<record><row><source_ip>${ip}</source_ip><count>${count}</count><policy_evaluated><disposition>${disposition}</disposition>` +
    `<dkim>${verdict(dkim)}</dkim><spf>${verdict(spf)}</spf>${why}</policy_evaluated></row>` +
    `<identifiers><header_from>${headerFrom ?? domain}</header_from></identifiers><auth_results>` +
    (signed === undefined
      ? ''
      : `<dkim><domain>${signed}</domain><selector>s1</selector><result>pass</result></dkim>`) +
    `<spf><domain>${mailed ?? 'bounce.invalid'}</domain><result>${mailed === undefined ? 'fail' : 'pass'}</result></spf>` +
    `</auth_results></record>`
  )
}
