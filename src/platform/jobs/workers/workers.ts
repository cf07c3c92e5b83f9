import { availableParallelism } from 'node:os'
import type { Metrics } from '../../metrics/index.ts'
import { type Scheduler, type WorkContext, createScheduler, sizeOfInput } from '../../scheduling/index.ts'
import { type WorkerMessage, type Question, ready } from './messages.ts'
import { processorMsOf } from './processor-time.ts'

const idleMs = 30_000
/** On a busy machine a task may take so many times its deadline, as long as it has not computed for all of it. */
const maxWaitMs = 3

/** Threads for work that would keep the event loop, and with it every heartbeat and request, waiting; for one caller. */
export interface Workers {
  /** Whose work it is. */
  readonly context: WorkContext
  /**
   * Runs the task in a thread, once the caller's partition is due; rejects with what it throws, or an OverloadError when too
   * much is waiting. When the signal, or that of the context, aborts, the task is removed from the queue, or its thread
   * ended in the middle of the work.
   */
  runInWorker<O>(task: string, input: unknown, signal?: AbortSignal): Promise<O>
  /**
   * As `runInWorker`, for work that may never come to an end by itself: a thread that has computed for so long is ended, and
   * the promise rejects with a TaskTimeout. The time in which it waits for a thread does not count, nor, on Linux, that in
   * which the thread waits for a processor, up to three times the deadline: what an input is refused for must not depend on
   * how busy the machine is.
   */
  runWithin<O>(deadlineMs: number, task: string, input: unknown, signal?: AbortSignal): Promise<O>
}

/** The threads of a process, shared fairly among partitions. */
export interface WorkerPool {
  /** The pool as one caller uses it; made for each request, at no cost. */
  forCaller(context: WorkContext): Workers
  /** Adds queue lengths, waiting times and refusals to the metrics. */
  measure(metrics: Metrics): void
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

const movableBuffers = new WeakSet<ArrayBufferLike>()

/**
 * Marks bytes that a thread may take instead of a copy, where they are a member of its input: the caller cannot use them
 * afterwards. A copy of 13 MB would block the event loop for more than ten milliseconds.
 */
export function movable<Bytes extends Uint8Array>(bytes: Bytes): Bytes {
  if (bytes.byteLength === bytes.buffer.byteLength) movableBuffers.add(bytes.buffer)
  return bytes
}

/** The buffers that go with an input. */
function buffersToMove(input: unknown): ArrayBuffer[] {
  if (typeof input !== 'object' || input === null) return []
  return Object.values(input).flatMap((member: unknown) =>
    ArrayBuffer.isView(member) && member.buffer instanceof ArrayBuffer && movableBuffers.has(member.buffer)
      ? [member.buffer]
      : [],
  )
}

interface PendingCall {
  question: Question
  deadlineMs: number | undefined
  resolve(output: unknown): void
  reject(reason: unknown): void
  /** Gives its slot to other work. */
  release(): void
}

/**
 * Threads that run the entry, a module that calls `serveTasks`; started when they are needed and ended when they have been
 * idle for a while. As many as the machine has cores unless `size` is given, and at least two: one partition has all but
 * one of them, and what remains is for others and for the event loop. The entry must be an entry point of the compiled
 * executable too (scripts/compile.ts), and its URL made in src/main.ts: compiled, every module has the URL of the
 * executable, beside which entries lie as below src.
 */
export function createWorkers({ entry, size }: { entry: string; size?: number }): WorkerPool {
  return new Pool(entry, size ?? Math.max(2, availableParallelism()))
}

class Pool implements WorkerPool {
  readonly #entry: string
  readonly #scheduler: Scheduler
  readonly #threads = new Set<Thread>()
  #count = 0
  #isClosed = false

  constructor(entry: string, size: number) {
    this.#entry = entry
    this.#scheduler = createScheduler({ name: 'threads', slots: size })
  }

  forCaller(context: WorkContext): Workers {
    return {
      context,
      runInWorker: <O>(task: string, input: unknown, signal?: AbortSignal) =>
        this.#run<O>({ task, input }, contextWith(context, signal)),
      runWithin: <O>(deadlineMs: number, task: string, input: unknown, signal?: AbortSignal) =>
        this.#run<O>({ task, input, deadlineMs }, contextWith(context, signal)),
    }
  }

  measure(metrics: Metrics): void {
    this.#scheduler.measure(metrics)
  }

  close(): void {
    const reason = new Error('The workers are closed.')
    this.#isClosed = true
    this.#scheduler.close(reason)
    for (const thread of this.#threads) thread.end(reason)
  }

  async #run<O>(
    { deadlineMs, ...work }: { task: string; input: unknown; deadlineMs?: number },
    context: WorkContext,
  ): Promise<O> {
    const question = { number: this.#count++, ...work }
    const { release } = await this.#scheduler.acquire(context, { size: () => sizeOfInput(work.input) })
    try {
      context.signal?.throwIfAborted()
      return this.#perform<O>({ question, deadlineMs, release }, context.signal)
    } catch (error) {
      release()
      throw error
    }
  }

  /** Has a thread do it; there is one, because no more tasks are let in at once than there may be threads. */
  #perform<O>(
    { question, deadlineMs, release }: Pick<PendingCall, 'question' | 'deadlineMs' | 'release'>,
    signal: AbortSignal | undefined,
  ): Promise<O> {
    const { promise, resolve, reject } = Promise.withResolvers<O>()
    const ask: PendingCall = { question, deadlineMs, resolve: resolve as PendingCall['resolve'], reject, release }
    const free = [...this.#threads].filter((each) => each.isFree)
    const thread = free.find((each) => each.isReady) ?? free[0] ?? this.#startThread()
    thread.take(ask)
    if (signal === undefined) return promise
    const abort = () => thread.giveUp(ask, signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    // A signal may outlive many tasks, and would hold on to what they were given.
    return promise.finally(() => signal.removeEventListener('abort', abort))
  }

  #startThread(onReady?: () => void): Thread {
    const thread = new Thread(this.#entry, {
      onReady,
      onEnd: (ask) => {
        this.#threads.delete(thread)
        if (ask !== undefined) this.#replaceThread(ask)
      },
    })
    this.#threads.add(thread)
    return thread
  }

  /**
   * Starts another thread for one that was ended in the middle of its task. Its slot is free once that is ready: a project
   * whose tasks are ended all the time waits for new threads itself, and leaves the others to other projects.
   */
  #replaceThread({ release }: PendingCall): void {
    if (this.#isClosed) release()
    else this.#startThread(release)
  }
}

/** Ends with either signal. */
function contextWith(context: WorkContext, signal: AbortSignal | undefined): WorkContext {
  if (signal === undefined || signal === context.signal) return context
  const both = context.signal === undefined ? signal : AbortSignal.any([signal, context.signal])
  return { partition: context.partition, signal: both }
}

class Thread {
  readonly #worker: Worker
  readonly #onReady: (() => void) | undefined
  readonly #onEnd: (ask: PendingCall | undefined) => void
  #ask: PendingCall | undefined
  #idle: Timer | undefined
  #deadline: Timer | undefined
  #threadId: number | undefined
  isReady = false
  #hasEnded = false

  /** `onReady` is called when it is ready or has ended before; `onEnd` gets the task whose slot needs another thread. */
  constructor(entry: string, on: { onReady: (() => void) | undefined; onEnd(ask: PendingCall | undefined): void }) {
    this.#onReady = on.onReady
    this.#onEnd = on.onEnd
    this.#worker = new Worker(entry)
    this.#worker.addEventListener('message', ({ data }: MessageEvent<WorkerMessage>) => this.#answered(data))
    this.#worker.addEventListener('error', ({ message }) => this.end(new Error(`A worker failed: ${message}`)))
    this.#worker.addEventListener('close', () => this.end(new ThreadEnded()))
  }

  get isFree(): boolean {
    return this.#ask === undefined && !this.#hasEnded
  }

  take(ask: PendingCall): void {
    clearTimeout(this.#idle)
    this.#ask = ask
    if (this.isReady) this.#send(ask)
  }

  /** Ends the thread in the middle of this task; one that is still starting stays, for the next. */
  giveUp(ask: PendingCall, reason: unknown): void {
    if (this.#ask !== ask) return
    if (this.isReady) return this.end(reason)
    this.#ask = undefined
    ask.reject(reason)
    ask.release()
  }

  end(reason: unknown): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    clearTimeout(this.#idle)
    clearTimeout(this.#deadline)
    this.#worker.terminate()
    const ask = this.#ask
    ask?.reject(reason)
    this.#onEnd(this.isReady ? ask : undefined)
    if (this.isReady) return
    ask?.release()
    this.#onReady?.()
  }

  #send({ question, deadlineMs }: PendingCall): void {
    if (deadlineMs !== undefined) this.#limit(question.task, deadlineMs)
    this.#worker.postMessage(question, buffersToMove(question.input))
  }

  /** Ends the thread once it has computed for so long. */
  #limit(task: string, deadlineMs: number): void {
    const endsAt = performance.now() + maxWaitMs * deadlineMs
    const before = processorMsOf(this.#threadId)
    const look = () => {
      const now = processorMsOf(this.#threadId)
      const leftMs = before === undefined || now === undefined ? 0 : deadlineMs - (now - before)
      const waitMs = Math.min(leftMs, endsAt - performance.now())
      // Ticks of the scheduler are some milliseconds long.
      if (waitMs < 5) this.end(new TaskTimeout(task, deadlineMs))
      else this.#deadline = setTimeout(look, waitMs)
    }
    this.#deadline = setTimeout(look, deadlineMs)
  }

  #answered(answer: WorkerMessage): void {
    const ask = this.#ask
    if (answer.number === ready) {
      this.isReady = true
      if ('output' in answer) this.#threadId = answer.output as number | undefined
      if (ask === undefined) this.#rest()
      else this.#send(ask)
      this.#onReady?.()
      return
    }
    if (ask === undefined || answer.number !== ask.question.number) return
    clearTimeout(this.#deadline)
    if ('error' in answer) ask.reject(new Error(answer.error))
    else ask.resolve(answer.output)
    if (answer.isLast === true) return this.end(undefined)
    this.#ask = undefined
    this.#rest()
    ask.release()
  }

  #rest(): void {
    this.#idle = setTimeout(() => this.end(undefined), idleMs)
  }
}
