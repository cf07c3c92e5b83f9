import type { Metrics } from '../metrics/index.ts'
import type { RecipientKind } from './recipients.ts'

/** `deferred`: the sender was asked to try again later. `refused`: permanently. */
export type MessageOutcome = 'stored' | 'refused' | 'deferred'

export interface InletMeters {
  message(kind: string, outcome: MessageOutcome): void
  received(bytes: number): void
  unknownRecipient(): void
  refusedConnection(): void
}

export function measureInlet(
  metrics: Metrics,
  kinds: readonly RecipientKind[],
  connections: () => number,
): InletMeters {
  metrics.gauge('svc_inbound_connections', 'Open connections of the SMTP inlet.', connections)
  const outcomes = ['stored', 'refused', 'deferred'] as const
  const series = new Map(
    kinds.flatMap(({ name: kind }) =>
      outcomes.map((outcome) => [
        `${kind} ${outcome}`,
        metrics.counter('svc_inbound_messages_total', 'Messages received by SMTP, by outcome.', { kind, outcome }),
      ]),
    ),
  )
  const bytes = metrics.counter('svc_inbound_bytes_total', 'Bytes of messages received by SMTP.')
  const unknown = metrics.counter('svc_inbound_unknown_recipients_total', 'Recipients that the SMTP inlet refused.')
  const refused = metrics.counter(
    'svc_inbound_refused_connections_total',
    'Connections that the SMTP inlet refused, because their IP address had too many.',
  )
  return {
    message: (kind, outcome) => series.get(`${kind} ${outcome}`)?.add(),
    received: (count) => bytes.add(count),
    unknownRecipient: () => unknown.add(),
    refusedConnection: () => refused.add(),
  }
}
