/** Random aggregate reports of known content, written as XML in the many ways of reporters. */
import type { Random } from '../../support/random.ts'

export interface KnownRecord {
  sourceIp: string
  count: number
  disposition: 'none' | 'quarantine' | 'reject'
  dkimAligned: boolean
  spfAligned: boolean
  headerFrom: string
  envelopeFrom: string | null
  dkim: { domain: string; selector: string | null; result: string }[]
  spf: { domain: string; scope: string | null; result: string }[]
  comment: string | null
}

export interface KnownReport {
  organization: string
  reportId: string
  begin: number
  end: number
  domain: string
  records: KnownRecord[]
}

const organizations = ['google.com', 'Société Générale', 'Mail & More <Ltd>', '株式会社', 'a"b\'c', 'Yahoo! Inc.']
const comments = [null, 'arc=pass', 'a < b && c > d', 'çà et là', ']]> in text', '<record>not one</record>']
const results = ['pass', 'fail', 'softfail', 'neutral', 'none', 'temperror', 'permerror']
const [day, firstDay] = [86_400, 1_711_843_200]

export function createReport(random: Random, size: number): KnownReport {
  const begin = firstDay + random.integer(300) * day + random.integer(day)
  const domain = random.pick(['example.com', 'example.co.uk', 'xn--bcher-kva.example'])
  const spans = [day - 1, day, day / 2, 1, 3 * day, 7 * day + 1]
  return {
    organization: random.pick(organizations),
    reportId: `${random.integer(1e9)}.${random.pick(['a', 'b@c.example', 'x_y'])}`,
    begin,
    end: begin + random.pick(spans),
    domain,
    records: Array.from({ length: size }, () => createRecord(random, domain)),
  }
}

function createRecord(random: Random, domain: string): KnownRecord {
  const headerFrom = random.pick([domain, `news.${domain}`, `a.b.${domain}`])
  const dkim = Array.from({ length: random.integer(4) }, () => ({
    domain: random.pick([domain, headerFrom, 'esp.example', 'other.test']),
    selector: random.pick([null, 's1', 'k2']),
    result: random.pick(results),
  }))
  const spf = Array.from({ length: random.integer(2) }, () => ({
    domain: random.pick([domain, `bounce.${domain}`, 'esp.example']),
    scope: random.pick([null, 'mfrom']),
    result: random.pick(results),
  }))
  const ip4 = [1 + random.integer(223), random.integer(256), random.integer(256), random.integer(256)].join('.')
  return {
    sourceIp: random.integer(4) === 0 ? `2001:db8::${(1 + random.integer(0xfffe)).toString(16)}` : ip4,
    count: 1 + random.integer(random.pick([1, 5, 1000, 1e9])),
    disposition: random.pick(['none', 'quarantine', 'reject']),
    dkimAligned: random.integer(2) === 0,
    spfAligned: random.integer(2) === 0,
    headerFrom,
    envelopeFrom: random.pick([null, `bounce.${domain}`]),
    dkim,
    spf,
    comment: random.pick(comments),
  }
}

/** As XML with a random prefix, indentation, order, case and escaping, and with comments and extensions in between. */
export function writeXml(report: KnownReport, random: Random): string {
  const prefix = random.pick(['', '', 'ns0:', 'dmarc:'])
  const namespace = random.pick(['', 'urn:ietf:params:xml:ns:dmarc-2.0', 'http://dmarc.org/dmarc-xml/0.1'])
  const gap = random.pick(['', '\n', '\r\n    ', '\t'])
  const noise = () =>
    random.pick([
      gap,
      gap,
      gap,
      `${gap}<!-- <record> & </${prefix}record> -->`,
      `<x:extra xmlns:x="urn:x" a="<>"><x:record><x:count>9</x:count></x:record></x:extra>`,
    ])
  const element = (name: string, content: string, attributes = '') =>
    `${gap}<${prefix}${name}${attributes}>${content}</${prefix}${name}${random.pick(['', '', ' '])}>`
  const text = (name: string, value: string | number | null) =>
    value === null
      ? random.pick(['', element(name, ''), `<${prefix}${name}/>`])
      : element(name, escape(String(value), random))
  const pass = (is: boolean) => (is ? random.pick(['pass', 'Pass', 'PASS']) : random.pick(['fail', 'Fail']))
  const metadata = element(
    'report_metadata',
    [
      text('org_name', report.organization),
      text('email', 'dmarc@reporter.example'),
      text('report_id', report.reportId),
      element('date_range', text('begin', report.begin) + text('end', report.end)),
    ].join(noise()),
  )
  const policy = element(
    'policy_published',
    [text('domain', report.domain), text('adkim', 'r'), text('aspf', 'r'), text('p', 'none')].join(noise()),
  )
  const records = report.records.map((record) => {
    const reason =
      record.comment === null ? '' : element('reason', text('type', 'other') + text('comment', record.comment))
    const evaluated = [
      text('disposition', record.disposition),
      text('dkim', pass(record.dkimAligned)),
      text('spf', pass(record.spfAligned)),
      reason,
    ]
    const row = [
      text('source_ip', record.sourceIp),
      text('count', record.count),
      element('policy_evaluated', evaluated.join(noise())),
    ]
    const dkim = record.dkim.map(({ domain, result, selector }) =>
      element('dkim', text('domain', domain) + text('selector', selector) + text('result', result)),
    )
    const spf = record.spf.map(({ domain, result, scope }) =>
      element('spf', text('domain', domain) + text('scope', scope) + text('result', result)),
    )
    const parts = [
      element('row', row.join(noise())),
      element('identifiers', text('header_from', record.headerFrom) + text('envelope_from', record.envelopeFrom)),
      element('auth_results', [...dkim, ...spf].join(noise())),
    ]
    return element('record', (random.integer(3) === 0 ? parts.toReversed() : parts).join(noise()))
  })
  const parts = random.pick([
    [metadata, policy, ...records],
    [policy, metadata, ...records],
    [...records, policy, metadata],
  ])
  const bound = namespace === '' ? '' : ` xmlns${prefix === '' ? '' : `:${prefix.slice(0, -1)}`}="${namespace}"`
  const unbound = prefix !== '' && bound === '' ? ` xmlns:${prefix.slice(0, -1)}="urn:unknown"` : bound
  return `<${prefix}feedback${unbound}>${noise()}${text('version', '1.0')}${parts.join(noise())}${gap}</${prefix}feedback>${gap}`
}

function escape(value: string, random: Random): string {
  if (random.integer(6) === 0 && /^[\0-\x7f]*$/.test(value) && !value.includes(']]>')) return `<![CDATA[${value}]]>`
  const plain = value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', random.pick(['&gt;', '&#62;']))
  return random.integer(6) === 0
    ? plain.replaceAll(/[^\x00-\x7f]/gu, (character) => `&#x${(character.codePointAt(0) ?? 0).toString(16)};`)
    : plain
}
