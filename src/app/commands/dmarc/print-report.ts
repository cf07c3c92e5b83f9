import type {
  AggregateHeader,
  AggregateSummary,
  FailureReport,
  Rejection,
  ReportWarning,
  TlsReport,
} from '../../../deliverability/reports/index.ts'
import { counted } from '../counted.ts'
import type { SourceRow, Tally } from './tally.ts'

const shownRows = 20
const labelWidth = 10

export interface PrintOptions {
  /** Prints every source instead of the largest. */
  readonly all: boolean
}

export function printAggregate(
  header: AggregateHeader,
  { summary, tally }: { summary: AggregateSummary; tally: Tally },
  options: PrintOptions,
): string {
  const { policy, range, reporter } = header
  const contact = [reporter.email, reporter.contact].filter((each) => each !== null).join(', ')
  const standard = header.variant === 'rfc9990' ? 'RFC 9990' : 'RFC 7489'
  const tags = [
    ...Object.entries({ p: policy.p, sp: policy.sp, np: policy.np, adkim: policy.adkim, aspf: policy.aspf }),
    ...Object.entries({ pct: policy.pct, fo: policy.fo }),
  ].flatMap(([tag, value]) => (value === null ? [] : [`${tag}=${value}`]))
  const failing = summary.messages - tally.aligned
  return lines([
    `${reporter.organization} reports on ${policy.domain}  (aggregate report, ${standard})`,
    labeled('Reporter', contact === '' ? reporter.organization : `${reporter.organization}, ${contact}`),
    labeled('Report id', header.reportId),
    labeled('Range', `${timeOf(range.begin)} to ${timeOf(range.end)} UTC`),
    labeled('Policy', `${tags.join(' ')}${policy.testing ? ' (test mode)' : ''}`),
    labeled('Messages', `${counted(summary.messages, 'message')} in ${counted(summary.records, 'record')}`),
    labeled('Aligned', `${shown(tally.aligned)} (${percent(tally.aligned, summary.messages)})`),
    labeled('Failing', `${shown(failing)} (${percent(failing, summary.messages)})`),
    ...reporter.errors.map((error) => labeled('Error', error)),
    ...sourceLines(tally, options),
    ...warningLines(summary.warnings),
  ])
}

export function printFailure(report: FailureReport): string {
  const { message, reporter } = report
  const form = report.format === 'arf' ? 'RFC 9991' : 'text only'
  return lines([
    `${reporter.mta ?? reporter.from ?? 'A receiver'} reports a failed message of ${report.reportedDomain ?? 'an unnamed domain'}  (failure report, ${form})`,
    optional('Source', report.sourceIp),
    optional('Arrived', report.arrivedAt === null ? null : `${timeOf(report.arrivedAt)} UTC`),
    optional('Failed', report.authFailures.join(', ')),
    optional('Aligned', report.identityAlignment.join(', ')),
    optional('Result', report.authenticationResults),
    optional('Delivery', report.deliveryResult),
    optional('From', message.headerFrom),
    optional('Sender', message.mailFrom),
    optional('Recipient', message.recipient),
    optional('Subject', message.subject),
    ...warningLines(report.warnings),
  ])
}

export function printTls(report: TlsReport): string {
  const policies = report.policies.flatMap((policy) => [
    '',
    `  ${policy.domain === '' ? 'unnamed domain' : policy.domain}  (policy ${policy.type})`,
    labeled('Sessions', `${shown(policy.successful)} successful, ${shown(policy.failed)} failed`),
    ...policy.failures.map(({ reasonCode, receivingMx, resultType, sendingIp, sessions }) => {
      const detail = [receivingMx === null ? '' : `at ${receivingMx}`, sendingIp === null ? '' : `from ${sendingIp}`]
      return labeled(
        'Failed',
        [`${shown(sessions)} ${resultType}`, ...detail, reasonCode ?? ''].filter(Boolean).join(' '),
      )
    }),
  ])
  return lines([
    `${report.organization} reports on TLS to ${[...new Set(report.policies.map(({ domain }) => domain))].join(', ')}  (TLS report, RFC 8460)`,
    optional('Contact', report.contact),
    labeled('Report id', report.reportId),
    labeled('Range', `${timeOf(report.range.begin)} to ${timeOf(report.range.end)} UTC`),
    ...policies,
    ...warningLines(report.warnings),
  ])
}

/** With the file, and the name of what was found in it. */
export function printRejection({ code, name, reason }: Rejection, file: string): string {
  return printable(`${name === undefined || name === file ? file : `${file}: ${name}`}: ${reason} (${code})`)
}

function sourceLines(tally: Tally, { all }: PrintOptions): string[] {
  const rows = tally.rows()
  if (rows.length === 0) return []
  const listed = all ? rows : rows.slice(0, shownRows)
  const cells = listed.map((row) => [shown(row.messages), outcomeOf(row), row.source_ip, row.header_from])
  const head = ['Messages', 'Result', 'Source', 'From']
  const widths = head.map((title, column) => Math.max(title.length, ...cells.map((cell) => cell[column]?.length ?? 0)))
  const line = ([first = '', ...rest]: readonly string[], why: string) => {
    const columns = rest.map((cell, index) => cell.padEnd(widths[index + 1] ?? 0))
    return `  ${[first.padStart(widths[0] ?? 0), ...columns, why].join('  ')}`.trimEnd()
  }
  const left = rows.length - listed.length
  const more = left > 0 ? [`  and ${counted(left, 'more source')}; --all lists them`] : []
  const omitted = tally.omitted > 0 ? [`  and ${counted(tally.omitted, 'message')} of other sources`] : []
  return [
    '',
    line(head, 'Why'),
    ...cells.map((cell, index) => line(cell, listed[index]?.why ?? '')),
    ...more,
    ...omitted,
  ]
}

function outcomeOf({ aligned, disposition }: SourceRow): string {
  if (aligned) return 'aligned'
  return { none: 'failing', pass: 'failing', quarantine: 'quarantined', reject: 'rejected' }[disposition]
}

function warningLines(warnings: readonly ReportWarning[]): string[] {
  if (warnings.length === 0) return []
  const line = ({ code, count, message, path }: ReportWarning) =>
    `  warn  ${path === undefined ? code : `${code} (${path})`}: ${message}${count === undefined ? '' : ` ${shown(count)} times.`}`
  return ['', ...warnings.map(line)]
}

function optional(label: string, value: string | null): string | undefined {
  return value === null || value === '' ? undefined : labeled(label, value)
}

function labeled(label: string, value: string): string {
  return `  ${label.padEnd(labelWidth)}  ${value}`
}

function lines(list: readonly (string | undefined)[]): string {
  return list.flatMap((line) => (line === undefined ? [] : [printable(line)])).join('\n')
}

/** Without characters that control a terminal, or reverse the direction of text. */
function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]+/gu, ' ')
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 16).replace('T', ' ')
}

function shown(count: number): string {
  return count.toLocaleString('en-US')
}

export function percent(part: number, whole: number): string {
  return whole === 0 ? '0 %' : `${((100 * part) / whole).toFixed(1)} %`
}
