import type { Trigger } from '../contract.ts'
import type { IncidentRow } from '../incident-store.ts'

/** A message before it gets the form of a channel. Texts may contain names from reports, so each channel escapes them. */
export interface Message {
  readonly title: string
  readonly summary: string
  readonly tone: 'info' | 'warning' | 'critical' | 'good'
  readonly facts: readonly (readonly [name: string, value: string])[]
  /** Sentences after the facts. */
  readonly notes: readonly string[]
}

const titles: Record<Trigger, string> = {
  new_source: 'New source',
  compliance_drop: 'Compliance drop',
  record_changed: 'Record changed',
  record_weakened: 'Record weakened',
  reporter_silent: 'Reporter silent',
  invalid_reports: 'Invalid reports',
  tls_failures: 'TLS failures',
  volume_spike: 'Volume spike',
}

export type IncidentFacts = Pick<
  IncidentRow,
  'severity' | 'summary' | 'facts' | 'trigger' | 'id' | 'isActive' | 'actorName'
>

/** An incident that opened, or that is resolved. */
export function messageOfIncident(incident: IncidentFacts, domain: string, state: 'open' | 'resolved'): Message {
  const title = titles[incident.trigger as Trigger]
  const facts = Object.entries(incident.facts).map(([name, value]) => [labelOf(name), String(value)] as const)
  if (state === 'open')
    return {
      title: `${title}: ${domain}`,
      summary: incident.summary,
      tone: incident.severity,
      facts,
      notes: [idNote(incident)],
    }
  const summary = incident.isActive
    ? `${incident.actorName ?? 'A caller'} resolved it. It was: ${incident.summary}`
    : `The condition no longer holds. It was: ${incident.summary}`
  return { title: `Resolved: ${title}: ${domain}`, summary, tone: 'good', facts, notes: [idNote(incident)] }
}

export function testMessage(domain: string, name: string): Message {
  return {
    title: `Test: ${domain}`,
    summary: `Messages of the alert “${name}” about ${domain} arrive here. Nothing happened.`,
    tone: 'info',
    facts: [],
    notes: [],
  }
}

function idNote({ id }: IncidentFacts): string {
  return `Incident ${id}`
}

function labelOf(name: string): string {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
