import type { AggregateHeader, AggregateRecord, AggregateSummary, FailureReport, TlsReport } from './report.ts'
import type { Rejection, ReportSink, ReportSource } from './sink.ts'

/** A call of a sink as a value, for reading in another thread. */
export type ReportEvent =
  | { readonly kind: 'begin'; readonly header: AggregateHeader; readonly source: ReportSource }
  | { readonly kind: 'records'; readonly records: readonly AggregateRecord[] }
  | { readonly kind: 'end'; readonly summary: AggregateSummary }
  | { readonly kind: 'failure'; readonly report: FailureReport; readonly source: ReportSource }
  | { readonly kind: 'tls'; readonly report: TlsReport; readonly source: ReportSource }
  | { readonly kind: 'rejected'; readonly rejection: Rejection }

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
  return {
    sink: {
      begin: (header, source) => send({ kind: 'begin', header, source: namesOf(source) }),
      records: (records) => send({ kind: 'records', records }),
      end: (summary) => send({ kind: 'end', summary }),
      failure: (report, source) => send({ kind: 'failure', report, source: namesOf(source) }),
      tls: (report, source) => send({ kind: 'tls', report, source: namesOf(source) }),
      rejected: (rejection) => send({ kind: 'rejected', rejection }),
    },
    settle: () => last,
  }
}

/** Calls the sink as the event says. */
export function deliverEvent(event: ReportEvent, sink: ReportSink): void | Promise<void> {
  switch (event.kind) {
    case 'begin':
      return sink.begin(event.header, event.source)
    case 'records':
      return sink.records(event.records)
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
