/**
 * Admission of large bodies: memory is reserved before they are read, and each chunk waits for its turn of the event loop. A
 * queued body is not read, so TCP flow control slows its sender down.
 */
import { fail } from '../../../kernel/errors/index.ts'
import { limits } from '../../../kernel/limits.ts'
import {
  type Lease,
  OverloadError,
  type WorkContext,
  createLoopScheduler,
  createScheduler,
} from '../../scheduling/index.ts'

/** Approximate bytes of a connection that the runtime reads ahead. */
const readAheadBytes = 1280 * 1024

/** Memory for large bodies in this process; one slot is one byte. */
export const bodyMemory = createScheduler({
  name: 'body_bytes',
  slots: limits.bodyBytes,
  reserve: limits.bodyBytesReserved,
  perPartition: limits.bodyBytesOfProject,
  bounds: { tasksPerPartition: limits.queuedBodies, waitMs: limits.queuedBodySeconds * 1000 },
})

/** Event loop time for large bodies. With this queue limit, an admitted body is not refused. */
export const eventLoop = createLoopScheduler({ name: 'event_loop', bounds: { tasksPerPartition: 1024 } })

/** Bytes processed in one turn of the event loop: about a millisecond of hashing, copying and searching. */
const turnBytes = 256 * 1024

export interface Holding {
  context: WorkContext
  /** Content-Length, if it is the number of bytes that will be read. */
  declaredBytes: number | undefined
  /** Bytes to reserve for a body of this length; undefined if it is unknown. */
  reserveFor(bytes: number | undefined): number
  /** Receives the reservation; the receiver releases it. */
  hold(lease: Lease): void
}

/** True if a body of this length is read without queueing. */
export function isInline(bytes: number): boolean {
  return bytes <= limits.inlineBodyBytes
}

/**
 * The chunks of a body. Reading stops at `limits.inlineBodyBytes` until memory is reserved, and takes a turn of the event
 * loop for each 256 KB. Fails with an OverloadError after `limits.queuedBodySeconds`, MALFORMED_REQUEST if it arrives too
 * slowly, and with the reason of the signal.
 */
export async function* admitBody(
  body: AsyncIterable<Uint8Array>,
  { context, declaredBytes, reserveFor, hold }: Holding,
): AsyncGenerator<Uint8Array, void, void> {
  const chunks = body[Symbol.asyncIterator]()
  let isAdmitted = false
  let length = 0
  let sinceTurn = 0
  let waitedMs = 0
  const admit = async () => {
    isAdmitted = true
    hold(await reserve(context, reserveFor(declaredBytes), declaredBytes))
  }
  if (declaredBytes !== undefined && !isInline(declaredBytes)) await admit()
  try {
    for (;;) {
      const requestedMs = performance.now()
      const { done, value: chunk } = await chunks.next()
      if (done === true) return
      length += chunk.length
      waitedMs += performance.now() - requestedMs
      if (!isAdmitted && !isInline(length)) await admit()
      if (isAdmitted) assertFast(length, waitedMs)
      for (let at = 0; at < chunk.length; at += turnBytes) {
        const part = chunk.length <= turnBytes ? chunk : chunk.subarray(at, at + turnBytes)
        sinceTurn += part.length
        if (!isAdmitted || isInline(sinceTurn)) yield part
        else {
          sinceTurn = 0
          yield await eventLoop.run(context, () => part)
        }
      }
    }
  } finally {
    await chunks.return?.()
  }
}

async function reserve(context: WorkContext, bytes: number, declaredBytes = readAheadBytes): Promise<Lease> {
  try {
    return await bodyMemory.acquire(context, { slots: bytes, size: () => Math.min(declaredBytes, readAheadBytes) })
  } catch (error) {
    // Reusing the connection would require reading the rest of the body.
    if (error instanceof OverloadError && error.context.headers !== undefined)
      error.context.headers['connection'] = 'close'
    throw error
  }
}

function assertFast(bytes: number, ms: number): void {
  const seconds = ms / 1000
  if (seconds < limits.bodyGraceSeconds || bytes >= (seconds - limits.bodyGraceSeconds) * limits.bodyBytesPerSecond)
    return
  fail('MALFORMED_REQUEST', `The body arrives too slowly. Send at least ${limits.bodyBytesPerSecond} bytes a second.`)
}
