import { createId } from '../../../kernel/ids/index.ts'
import type { Arrival, IntakeDeps, IntakeResult, ReportFile } from './arrival.ts'
import { IntakeSink } from './sink.ts'

/** Prefix of the blobs with the files of reports. */
export const rawPrefix = 'dmarc-reports/'

/**
 * Reads a file or mail with reports, and counts each report once, whatever way it comes: an accepted report, its records and
 * totals are committed together. One result per report or refused part. The only failures are those of storage.
 */
export async function ingestFile(deps: IntakeDeps, arrival: Arrival, file: ReportFile): Promise<IntakeResult[]> {
  const rawKey = `${rawPrefix}${createId('report', deps.store.read.nowMs())}`
  let stored: Promise<void> | undefined
  const sink = new IntakeSink(deps, arrival, {
    // Stored before the first report that refers to it is committed; a file without such a report is not stored.
    async keepFile() {
      await (stored ??= deps.blobs.put(rawKey, kept))
      return rawKey
    },
  })
  // A thread takes the bytes of its input, so the file is copied for it.
  const kept = file.bytes
  const input = { ...(file.name === undefined ? {} : { name: file.name.slice(0, 200) }), bytes: file.bytes.slice() }
  try {
    await deps.readReports(input, sink, { now: deps.store.read.nowMs(), work: arrival.work })
  } catch (error) {
    await sink.abandon()
    throw error
  }
  return sink.results
}
