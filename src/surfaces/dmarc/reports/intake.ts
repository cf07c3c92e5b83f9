import type { Arrival, IntakeDeps, IntakeResult, ReportFile } from './arrival.ts'
import { keepFile } from './keep-file.ts'
import { countRejected } from './rejections.ts'
import { IntakeSink } from './sink.ts'

/**
 * Reads a file or mail with reports, and counts each report once, whatever way it comes: an accepted report, its records and
 * totals are committed together. One result per report or refused part. The only failures are those of storage.
 */
export async function ingestFile(deps: IntakeDeps, arrival: Arrival, file: ReportFile): Promise<IntakeResult[]> {
  const sink = new IntakeSink(deps, arrival)
  // A thread takes the bytes of its input, so the file is copied for it; `slice` of a Buffer would share them.
  const input = {
    ...(file.name === undefined ? {} : { name: file.name.slice(0, 200) }),
    bytes: new Uint8Array(file.bytes),
  }
  try {
    await deps.readReports(input, sink, { now: deps.store.read.nowMs(), work: arrival.work })
  } catch (error) {
    await sink.abandon()
    throw error
  }
  if (sink.stored.length > 0 && !sink.hasMessage)
    await keepFile(deps, { bytes: file.bytes, projectId: arrival.projectId, reports: sink.stored })
  await countRejected(deps.store, arrival, sink.results)
  return sink.results
}
