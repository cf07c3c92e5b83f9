import { availableParallelism } from 'node:os'
import { type Answer, type Question, ready } from './messages.ts'

const idleMs = 30_000

/** Threads for work that would keep the event loop, and with it every heartbeat and request, waiting. */
export interface Workers {
  /**
   * Has a free thread do the task, in the order of asking; rejects with what it throws. When the signal aborts, its thread
   * is ended in the middle of the work.
   */
  runInWorker<O>(task: string, input: unknown, signal?: AbortSignal): Promise<O>
  /**
   * As `runInWorker`, for work that may never come to an end by itself: a thread that has worked on it for so long is ended,
   * and the promise rejects with a TaskTimeout. The time in which it waits for a thread does not count.
   */
  runWithin<O>(deadlineMs: number, task: string, input: unknown, signal?: AbortSignal): Promise<O>
  /** Ends every thread, as the process must before it ends; what runs rejects. */
  close(): void
}

/** A task took longer than it may. */
export class TaskTimeout extends Error {
  constructor(task: string, deadlineMs: number) {
    super(`${task} took longer than ${deadlineMs} ms.`)
  }
}

/** A thread ended by itself in the middle of its task, as one does whose memory cannot be trusted any more. */
export class ThreadEnded extends Error {
  constructor() {
    super('A worker ended.')
  }
}

interface Ask {
  question: Question
  deadlineMs?: number
  signal: AbortSignal | undefined
  resolve(output: unknown): void
  reject(reason: unknown): void
}

/**
 * Threads that run the entry, a module that calls `serveTasks`; started when they are needed and ended when they have been
 * idle for a while. The entry must be an entry point of the compiled executable too (scripts/compile.ts), and its URL made
 * in src/main.ts: compiled, every module has the URL of the executable, beside which entries lie as below src.
 */
export function createWorkers({ entry, size }: { entry: string; size?: number }): Workers {
  return new Pool(entry, size ?? Math.max(1, availableParallelism() - 1))
}

class Pool implements Workers {
  readonly #entry: string
  readonly #size: number
  readonly #threads = new Set<Thread>()
  readonly #waiting: Ask[] = []
  #count = 0

  constructor(entry: string, size: number) {
    this.#entry = entry
    this.#size = size
  }

  runInWorker<O>(task: string, input: unknown, signal?: AbortSignal): Promise<O> {
    return this.#ask({ task, input, signal })
  }

  runWithin<O>(deadlineMs: number, task: string, input: unknown, signal?: AbortSignal): Promise<O> {
    return this.#ask({ task, input, signal, deadlineMs })
  }

  close(): void {
    for (const ask of this.#waiting.splice(0)) ask.reject(new Error('The workers are closed.'))
    for (const thread of this.#threads) thread.end(new Error('The workers are closed.'))
  }

  #ask<O>({
    task,
    input,
    signal,
    ...more
  }: {
    task: string
    input: unknown
    signal: AbortSignal | undefined
    deadlineMs?: number
  }): Promise<O> {
    const { promise, resolve, reject } = Promise.withResolvers<O>()
    if (signal?.aborted) {
      reject(signal.reason as Error)
      return promise
    }
    const question = { number: this.#count++, task, input }
    const ask: Ask = { question, signal, resolve: resolve as Ask['resolve'], reject, ...more }
    const abort = () => this.#abort(ask)
    signal?.addEventListener('abort', abort, { once: true })
    this.#waiting.push(ask)
    this.#serve()
    // A signal may outlive many tasks, and would hold on to what they were given.
    return promise.finally(() => signal?.removeEventListener('abort', abort))
  }

  #serve(): void {
    while (this.#waiting.length > 0) {
      const thread = [...this.#threads].find((each) => each.isFree) ?? this.#startThread()
      const ask = thread && this.#waiting.shift()
      if (thread === undefined || ask === undefined) return
      thread.take(ask)
    }
  }

  #startThread(): Thread | undefined {
    if (this.#threads.size >= this.#size) return undefined
    const thread = new Thread(this.#entry, {
      onFree: () => this.#serve(),
      onEnd: () => {
        this.#threads.delete(thread)
        this.#serve()
      },
    })
    this.#threads.add(thread)
    return thread
  }

  #abort(ask: Ask): void {
    const place = this.#waiting.indexOf(ask)
    if (place >= 0) this.#waiting.splice(place, 1)
    ask.reject(ask.signal?.reason)
    for (const thread of this.#threads) if (thread.does(ask)) thread.end(ask.signal?.reason)
  }
}

class Thread {
  readonly #worker: Worker
  readonly #on: { onFree: () => void; onEnd: () => void }
  #ask: Ask | undefined
  #idle: Timer | undefined
  #deadline: Timer | undefined
  #isReady = false
  #hasEnded = false

  constructor(entry: string, on: { onFree: () => void; onEnd: () => void }) {
    this.#on = on
    this.#worker = new Worker(entry)
    this.#worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => this.#answered(data))
    this.#worker.addEventListener('error', ({ message }) => this.end(new Error(`A worker failed: ${message}`)))
    this.#worker.addEventListener('close', () => this.end(new ThreadEnded()))
  }

  get isFree(): boolean {
    return this.#ask === undefined && !this.#hasEnded
  }

  does(ask: Ask): boolean {
    return this.#ask === ask
  }

  take(ask: Ask): void {
    clearTimeout(this.#idle)
    this.#ask = ask
    if (this.#isReady) this.#send(ask)
  }

  end(reason: unknown): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    clearTimeout(this.#idle)
    clearTimeout(this.#deadline)
    this.#worker.terminate()
    this.#ask?.reject(reason)
    this.#on.onEnd()
  }

  #send({ question, deadlineMs }: Ask): void {
    if (deadlineMs !== undefined) {
      this.#deadline = setTimeout(() => this.end(new TaskTimeout(question.task, deadlineMs)), deadlineMs)
    }
    this.#worker.postMessage(question)
  }

  #answered(answer: Answer): void {
    const ask = this.#ask
    if (answer.number === ready) {
      this.#isReady = true
      if (ask !== undefined) this.#send(ask)
      return
    }
    if (ask === undefined || answer.number !== ask.question.number) return
    this.#ask = undefined
    clearTimeout(this.#deadline)
    if ('error' in answer) ask.reject(new Error(answer.error))
    else ask.resolve(answer.output)
    if (answer.isLast === true) return this.end(undefined)
    this.#idle = setTimeout(() => this.end(undefined), idleMs)
    this.#on.onFree()
  }
}
