import { fail } from '../../../kernel/errors/index.ts'

/** Whether bytes begin as gzip does (RFC 1952 2.3.1). */
export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b
}

/**
 * What is in a gzip, as it arrives: whoever reads counts, for a little may hold much. Fails with MALFORMED_BODY on what is no
 * gzip, or ends too early.
 */
export async function* unpackGzip(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
  const chunks = packed[Symbol.asyncIterator]()
  const failure: { reason?: unknown } = {}
  const source = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      try {
        const { done, value } = await chunks.next()
        if (done === true) controller.close()
        else controller.enqueue(value.slice())
      } catch (error) {
        failure.reason = error
        controller.error(error)
      }
    },
  })
  const reader = source.pipeThrough(new DecompressionStream('gzip')).getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } catch (error) {
    // Why nothing more arrives is not the fault of the gzip.
    if ('reason' in failure) throw failure.reason
    return fail('MALFORMED_BODY', { detail: 'The gzip is broken, or ends too early.', cause: error })
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
