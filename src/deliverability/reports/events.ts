import type { AggregateHeader, AggregateRecord, AggregateSummary, FailureReport, TlsReport } from './report.ts'
import type { Rejection, ReportSink, ReportSource } from './sink.ts'

/** A call of a sink as a value, for reading in another thread. */
export type ReportEvent =
  | { readonly kind: 'begin'; readonly header: AggregateHeader; readonly source: ReportSource }
  | {
      readonly kind: 'records'
      readonly isFresh: boolean
      /** `PackedRecords` as JSON, as a string is moved between threads in a fraction of the time of its objects. */
      readonly text: string
    }
  | { readonly kind: 'end'; readonly summary: AggregateSummary }
  | { readonly kind: 'failure'; readonly report: FailureReport; readonly source: ReportSource }
  | { readonly kind: 'tls'; readonly report: TlsReport; readonly source: ReportSource }
  | { readonly kind: 'rejected'; readonly rejection: Rejection }

/** What many records of a report have in common. */
export type Authentication = Pick<
  AggregateRecord,
  'headerFrom' | 'envelopeFrom' | 'envelopeTo' | 'dkim' | 'spf' | 'overrides'
>

interface PackedRecords {
  /** Those that no event before had. */
  readonly added: readonly Authentication[]
  /** A record, and the number of its authentication: of all that were added, from 0. */
  readonly rows: readonly (readonly [Omit<AggregateRecord, keyof Authentication>, number])[]
}

/** Records of one report. */
export interface RecordBatch extends PackedRecords {
  /** True if numbers of earlier batches are not referred to any more, as in the first batch of a report. */
  readonly isFresh: boolean
}

/** A ReportSink that need not keep what many records have in common: they refer to it by number. */
export interface BatchSink extends Omit<ReportSink, 'records'> {
  batch(batch: RecordBatch): void | Promise<void>
}

/** Max numbers, some megabytes; real reports have hundreds. */
const maxKnown = 20_000

/**
 * A sink that emits its calls. While one event is consumed the next is read, and no more than that. `settle` waits for the
 * last.
 */
export function createEmittingSink(emit: (event: ReportEvent) => Promise<void>): {
  sink: ReportSink
  settle(): Promise<void>
} {
  let last = Promise.resolve()
  const send = async (event: ReportEvent) => {
    const before = last
    last = emit(event)
    await before
  }
  const namesOf = ({ names }: ReportSource) => ({ names })
  const known = new Map<string, number>()
  return {
    sink: {
      begin(header, source) {
        known.clear()
        return send({ kind: 'begin', header, source: namesOf(source) })
      },
      records: (records) => send(pack(records, known)),
      end: (summary) => send({ kind: 'end', summary }),
      failure: (report, source) => send({ kind: 'failure', report, source: namesOf(source) }),
      tls: (report, source) => send({ kind: 'tls', report, source: namesOf(source) }),
      rejected: (rejection) => send({ kind: 'rejected', rejection }),
    },
    settle: () => last,
  }
}

function pack(records: readonly AggregateRecord[], known: Map<string, number>): ReportEvent {
  const isFresh = known.size === 0 || known.size + records.length > maxKnown
  if (isFresh) known.clear()
  const added: string[] = []
  const rows = records.map(({ dkim, envelopeFrom, envelopeTo, headerFrom, overrides, spf, ...row }) => {
    const text = JSON.stringify({ headerFrom, envelopeFrom, envelopeTo, dkim, spf, overrides })
    let number = known.get(text)
    if (number === undefined) {
      number = known.size
      known.set(text, number)
      added.push(text)
    }
    return [row, number]
  })
  return { kind: 'records', isFresh, text: `{"added":[${added.join(',')}],"rows":${JSON.stringify(rows)}}` }
}

/** A function that calls the sink as events say, in their order. */
export function createDelivery(sink: BatchSink): (event: ReportEvent) => void | Promise<void> {
  return (event) => {
    switch (event.kind) {
      case 'begin':
        return sink.begin(event.header, event.source)
      case 'records':
        return sink.batch({ ...(JSON.parse(event.text) as PackedRecords), isFresh: event.isFresh })
      case 'end':
        return sink.end(event.summary)
      case 'failure':
        return sink.failure(event.report, event.source)
      case 'tls':
        return sink.tls(event.report, event.source)
      case 'rejected':
        return sink.rejected(event.rejection)
    }
  }
}
