import type { ClientDomain, ClientReport } from '../../../surfaces/dmarc/index.ts'
import { fillText } from '../accept-language.ts'
import type { ReportLanguage } from './texts.ts'

/** How the page and the PDF print numbers and dates in a language. */
export interface Printing {
  number(value: number): string
  /** A share of messages; a dash without any. */
  rate(part: number, whole: number): string
  /** `day` is an ISO day. */
  day(day: string): string
}

export function printingIn({ tag }: ReportLanguage): Printing {
  const number = new Intl.NumberFormat(tag)
  const percent = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 1 })
  const date = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeZone: 'UTC' })
  return {
    number: (value) => number.format(value),
    // 100 % only if everything passed.
    rate: (part, whole) => (whole === 0 ? '–' : percent.format(part === whole ? 1 : Math.min(0.999, part / whole))),
    day: (day) => date.format(new Date(`${day}T00:00:00Z`)),
  }
}

/** The three figures of the range: label, value, and the value of the range before. */
export function headlines(report: ClientReport, language: ReportLanguage): [string, string, string][] {
  const { before, total } = report
  const { texts } = language
  const { number, rate } = printingIn(language)
  const earlier = (value: string) => (before.messages === 0 ? texts.none : fillText(texts.before, { value }))
  return [
    [texts.messages, number(total.messages), earlier(number(before.messages))],
    [texts.compliant, rate(total.compliant, total.messages), earlier(rate(before.compliant, before.messages))],
    [texts.stopped, number(total.stopped), earlier(number(before.stopped))],
  ]
}

/** A dash for a domain that was not checked yet. */
export function policyText({ policy }: Pick<ClientDomain, 'policy'>, { texts }: ReportLanguage): string {
  if (policy === undefined) return '–'
  return policy === null ? texts.noPolicy : texts[`p_${policy}`]
}
