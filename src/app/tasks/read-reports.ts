import {
  type ReadOptions,
  type ReportEvent,
  createEmittingSink,
  readReports,
} from '../../deliverability/reports/index.ts'
import { createSweep } from '../../platform/memory/index.ts'
import { readerDeps } from '../report-reader.ts'

export interface ReadReportsTask extends ReadOptions {
  /** The bytes, or the path of a file, which is read in pieces. */
  input: Uint8Array | { path: string }
  name?: string
}

/** Events between two garbage collections, each of which takes a thread some 15 ms. */
const sweptEvents = 16

/**
 * Reads the reports in a file or mail, and emits them as `ReportEvent`s in batches of some hundred records. The caller
 * passes them to its sink by `createDelivery`.
 */
export async function readReportsTask(
  { input, name, ...options }: ReadReportsTask,
  emit: (event: ReportEvent) => Promise<void>,
): Promise<void> {
  const sweep = createSweep(sweptEvents)
  const { settle, sink } = createEmittingSink((event) => {
    sweep(1)
    return emit(event)
  })
  const bytes = input instanceof Uint8Array ? input : Bun.file(input.path).stream()
  await readReports({ bytes, ...(name === undefined ? {} : { name }) }, sink, { ...options, deps: readerDeps })
  await settle()
}
