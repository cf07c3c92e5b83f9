import { readerDeps } from '../../../src/app/report-reader.ts'
import {
  type BatchSink,
  type ReadOptions,
  createDelivery,
  createEmittingSink,
  readReports,
} from '../../../src/deliverability/reports/index.ts'

/** Reads reports as the service does, without a thread. */
export async function readHere(
  { bytes }: { bytes: Uint8Array },
  sink: BatchSink,
  { now }: Pick<ReadOptions, 'now'>,
): Promise<void> {
  const deliver = createDelivery(sink)
  let consuming = Promise.resolve()
  const emitting = createEmittingSink((event) => (consuming = consuming.then(() => deliver(event))))
  await readReports({ bytes }, emitting.sink, { now, deps: readerDeps })
  await emitting.settle()
}
