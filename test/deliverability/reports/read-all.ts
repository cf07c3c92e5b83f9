/** Reads an input and collects what the sink receives. */
import { readerDeps } from '../../../src/app/report-reader.ts'
import {
  type AggregateHeader,
  type AggregateRecord,
  type AggregateSummary,
  type FailureReport,
  type ReadOptions,
  type Rejection,
  type TlsReport,
  readReports,
} from '../../../src/deliverability/reports/index.ts'

export interface ReadAggregateReport {
  header: AggregateHeader
  records: AggregateRecord[]
  summary: AggregateSummary
  names: readonly string[]
}

export interface AllRead {
  aggregate: ReadAggregateReport[]
  failures: FailureReport[]
  tls: TlsReport[]
  rejected: Rejection[]
}

/** After the time of every sample. */
export const now = Date.UTC(2026, 10, 24)

/** Throws if the calls of the sink are not in order. */
export async function readAll(
  bytes: Uint8Array | AsyncIterable<Uint8Array>,
  options: Partial<ReadOptions> & { name?: string } = {},
): Promise<AllRead> {
  const read: AllRead = { aggregate: [], failures: [], tls: [], rejected: [] }
  let open: Omit<ReadAggregateReport, 'summary'> | undefined
  const { name, ...rest } = options
  const requireNone = () => {
    if (open !== undefined) throw new Error('a report begins or arrives within another')
  }
  await readReports(
    { bytes, ...(name === undefined ? {} : { name }) },
    {
      begin: (header, { names }) => {
        requireNone()
        open = { header, records: [], names }
      },
      records: (batch) => {
        if (open === undefined) throw new Error('records without a report')
        for (const record of batch) open.records.push(record)
      },
      end: (summary) => {
        if (open === undefined) throw new Error('an end without a report')
        read.aggregate.push({ ...open, summary })
        open = undefined
      },
      failure: (report) => {
        requireNone()
        read.failures.push(report)
      },
      tls: (report) => {
        requireNone()
        read.tls.push(report)
      },
      rejected: (rejection) => {
        open = undefined
        read.rejected.push(rejection)
      },
    },
    { now, ...rest, deps: readerDeps },
  )
  if (open !== undefined) throw new Error('a report without an end')
  return read
}

/** Codes of the warnings, each with its path. */
export function codesOf({ warnings }: { warnings: AggregateSummary['warnings'] }): string[] {
  return warnings.map(({ code, path }) => (path === undefined ? code : `${code}:${path}`))
}

/** In pieces of so many bytes. */
export async function* inPiecesOf(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array, void> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
