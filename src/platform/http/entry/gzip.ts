import { ServiceError, fail } from '../../../kernel/errors/index.ts'
import { type WorkContext, createScheduler } from '../../scheduling/index.ts'

/**
 * Decompression in this process. The runtime decompresses on the event loop, so there is one slot, and the loop has a turn
 * after each slice of output: many compressed bodies would otherwise delay timers and thread results by seconds.
 */
export const decompression = createScheduler({ name: 'decompression', slots: 1 })

/** Bytes of output of one slice: a few milliseconds. */
const sliceBytes = 1024 * 1024

/** True if the bytes begin with the gzip magic number (RFC 1952 2.3.1). */
export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b
}

/**
 * Decompresses a gzip stream as it arrives. The reader must count the bytes, because a small input can expand to a large
 * output. Every slice of about a megabyte takes a slot of the context's partition, and none while input is missing. Fails
 * with MALFORMED_BODY on input that is not gzip or is truncated, and with an OverloadError.
 */
export async function* unpackGzip(
  packed: AsyncIterable<Uint8Array>,
  work: WorkContext,
): AsyncGenerator<Uint8Array, void, void> {
  const input = new Input(packed)
  const output = new Output(input)
  try {
    while (!output.isDone) {
      yield* await decompression.run(work, () => output.slice())
      await output.ready()
    }
  } catch (error) {
    // The input failed, not the gzip data.
    if (input.failure !== undefined) throw input.failure.reason
    if (error instanceof ServiceError || error === work.signal?.reason) throw error
    return fail('MALFORMED_BODY', { detail: 'The gzip is broken, or ends too early.', cause: error })
  } finally {
    await output.cancel()
  }
}

/** The decompressed output, in slices. */
class Output {
  readonly #input: Input
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>
  #next: Promise<{ done: boolean; value?: Uint8Array | undefined }> | undefined
  isDone = false

  constructor(input: Input) {
    this.#input = input
    this.#reader = input.stream.pipeThrough(new DecompressionStream('gzip')).getReader()
  }

  /** Up to a megabyte; less if the sender is slow, and empty if no output is available. */
  async slice(): Promise<Uint8Array[]> {
    const parts: Uint8Array[] = []
    for (let bytes = 0; bytes < sliceBytes;) {
      const next = (this.#next ??= this.#reader.read())
      const isHere = await Promise.race([next.then(yes, yes), this.#input.lack()])
      if (isHere !== true) return parts
      this.#next = undefined
      const { done, value } = await next
      this.isDone = done
      if (value === undefined) return parts
      parts.push(value)
      bytes += value.length
    }
    await new Promise((resolve) => setImmediate(resolve))
    return parts
  }

  /** Resolves when the next slice has data. */
  async ready(): Promise<void> {
    await this.#next?.then(nothing, nothing)
  }

  async cancel(): Promise<void> {
    await this.#reader.cancel().catch(nothing)
  }
}

const nothing = () => undefined
const yes = () => true as const

/** Bytes from a sender as a stream that reports when it waits for more of them. */
class Input {
  readonly stream: ReadableStream<Uint8Array<ArrayBuffer>>
  /** The reason why no more data arrives. */
  failure: { reason: unknown } | undefined
  #isLacking = false
  #isCanceled = false
  #onLack: () => void = nothing

  constructor(packed: AsyncIterable<Uint8Array>) {
    const chunks = packed[Symbol.asyncIterator]()
    this.stream = new ReadableStream({
      pull: async (controller) => {
        // Data that has already arrived is read before the next turn of the event loop.
        const late = setImmediate(() => this.#setLacking(true))
        try {
          const { done, value } = await chunks.next()
          // The consumer canceled because the gzip data is broken.
          if (this.#isCanceled) return
          if (done === true) controller.close()
          else controller.enqueue(value.slice())
        } catch (error) {
          this.failure = { reason: error }
          controller.error(error)
        } finally {
          clearImmediate(late)
          this.#setLacking(false)
        }
      },
      cancel: () => {
        this.#isCanceled = true
      },
    })
  }

  /** Resolves when the stream waits for the sender. */
  lack(): Promise<void> {
    return new Promise((resolve) => {
      this.#onLack = resolve
      if (this.#isLacking) resolve()
    })
  }

  #setLacking(isLacking: boolean): void {
    this.#isLacking = isLacking
    if (isLacking) this.#onLack()
  }
}
