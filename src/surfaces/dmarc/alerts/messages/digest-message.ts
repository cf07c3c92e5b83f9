import { printPercent } from '../conditions/condition.ts'
import type { WeekFigures } from '../digest.ts'
import type { Message } from './message.ts'

/** The weekly digest; a week without reports is a warning. */
export function messageOfDigest(week: WeekFigures, domain: string): Message {
  const { from, messages, new_sources: sources, open_incidents: open, previous, reports, to } = week
  const isQuiet = reports === 0
  return {
    title: `Week of ${domain}: ${from} to ${to}`,
    summary: isQuiet
      ? `No report about ${domain} arrived. If the domain sends mail, check the rua tag of its DMARC record.`
      : `${messages} messages, ${rateOf(week)} compliant; the week before: ${previous.messages}, ${rateOf(previous)}.`,
    tone: isQuiet ? 'warning' : 'info',
    facts: [
      ['Messages', String(messages)],
      ['Failing', String(messages - week.compliant)],
      ['Compliance', rateOf(week)],
      ['Compliance before', rateOf(previous)],
      ['Reports', String(reports)],
      ['New sources', sources.length === 0 ? 'none' : sources.join(', ')],
      ['Open incidents', String(open)],
    ],
    notes: [],
  }
}

function rateOf({ compliant, messages }: { compliant: number; messages: number }): string {
  return messages === 0 ? 'no messages' : printPercent(compliant / messages)
}
