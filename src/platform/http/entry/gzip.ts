import { ServiceError, fail } from '../../../kernel/errors/index.ts'
import { type WorkContext, createScheduler } from '../../scheduling/index.ts'

/**
 * Decompression in this process. The runtime does it on the event loop, so there is one slot, and after each slice of
 * output the loop has a turn: a flood of packed bodies would otherwise stop timers and answers of threads for seconds.
 */
export const decompression = createScheduler({ name: 'decompression', slots: 1 })

/** Bytes of output of one slice: some milliseconds. */
const sliceBytes = 1024 * 1024

/** True if bytes begin as gzip does (RFC 1952 2.3.1). */
export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b
}

/**
 * What is in a gzip, as it arrives: anyone who reads counts, for a little may hold much. Every slice of about a megabyte takes
 * a slot in the name of the context, and none while the sender is waited for. Fails with MALFORMED_BODY on what is no gzip,
 * or ends too early, and with an OverloadError.
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
    // Why nothing more arrives is not the fault of the gzip.
    if (input.failure !== undefined) throw input.failure.reason
    if (error instanceof ServiceError || error === work.signal?.reason) throw error
    return fail('MALFORMED_BODY', { detail: 'The gzip is broken, or ends too early.', cause: error })
  } finally {
    await output.cancel()
  }
}

/** What is in the gzip, in slices. */
class Output {
  readonly #input: Input
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>
  #next: Promise<{ done: boolean; value?: Uint8Array | undefined }> | undefined
  isDone = false

  constructor(input: Input) {
    this.#input = input
    this.#reader = input.stream.pipeThrough(new DecompressionStream('gzip')).getReader()
  }

  /** A megabyte of it, or less where the sender is waited for, and nothing to wait for then. */
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

  /** Resolves when the next slice has something. */
  async ready(): Promise<void> {
    await this.#next?.then(nothing, nothing)
  }

  async cancel(): Promise<void> {
    await this.#reader.cancel().catch(nothing)
  }
}

const nothing = () => undefined
const yes = () => true as const

/** Bytes from a sender as a stream that tells when it waits for more of them. */
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
        // What has arrived already is there before the next turn of the event loop.
        const late = setImmediate(() => this.#setLacking(true))
        try {
          const { done, value } = await chunks.next()
          // Who found the gzip broken reads no more of it.
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

  /** Resolves as soon as the sender is waited for. */
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
