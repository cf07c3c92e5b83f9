import { availableParallelism } from 'node:os'
import type { Metrics } from '../metrics/index.ts'
import { type Scheduler, type WorkContext, createScheduler, sizeOfInput } from '../scheduling/index.ts'
import { type WorkerMessage, type TaskRequest, ready, cpuMsOf } from './thread-tasks.ts'

const idleMs = 30_000
/** On a busy machine a task may run for this multiple of its deadline while its CPU time is below the deadline. */
const maxWaitMs = 3

/** Worker threads of one caller, for work that would block the event loop. */
export interface Workers {
  readonly context: WorkContext
  /**
   * Runs the task in a thread when it is the turn of the caller's partition. Rejects with the error of the task, or an
   * OverloadError if the queue is full. When `signal` or that of the context aborts, the task leaves the queue, or its
   * thread is terminated.
   */
  runInWorker<O>(task: string, input: unknown, signal?: AbortSignal): Promise<O>
  /**
   * As `runInWorker`, for tasks that may not terminate: after the deadline the thread is terminated and the promise rejects
   * with a TaskTimeout. The wait for a thread does not count, nor, on Linux, the wait for a CPU, up to three times the
   * deadline: whether an input is refused must not depend on the load of the machine.
   */
  runWithin<O>(deadlineMs: number, task: string, input: unknown, signal?: AbortSignal): Promise<O>
  /**
   * As `runInWorker`, for tasks that emit values: `consume` is called for one after the other, and a task that awaits its
   * emissions does not get ahead. If it rejects, the thread is terminated and the promise rejects with the same error.
   */
  runEmitting<O>(
    task: string,
    input: unknown,
    consume: (value: unknown) => void | Promise<void>,
    signal?: AbortSignal,
  ): Promise<O>
}

/** The worker threads of a process, shared fairly among partitions. */
export interface WorkerPool {
  /** Cheap; called per request. */
  forCaller(context: WorkContext): Workers
  /** Adds metrics of queue length, wait time and refusals. */
  measure(metrics: Metrics): void
  /** Terminates every thread, as required before the process exits; running tasks reject. */
  close(): void
}

export class TaskTimeout extends Error {
  constructor(task: string, deadlineMs: number) {
    super(`${task} took longer than ${deadlineMs} ms.`)
  }
}

/** A thread exited during its task. */
export class ThreadEnded extends Error {
  constructor() {
    super('A worker ended.')
  }
}

const movableBuffers = new WeakSet<ArrayBufferLike>()

/**
 * Marks bytes that are transferred instead of copied if they are a member of a task's input; the caller cannot use them
 * afterwards. Copying 13 MB would block the event loop for more than 10 ms.
 */
export function movable<Bytes extends Uint8Array>(bytes: Bytes): Bytes {
  if (bytes.byteLength === bytes.buffer.byteLength) movableBuffers.add(bytes.buffer)
  return bytes
}

function buffersToMove(input: unknown): ArrayBuffer[] {
  if (typeof input !== 'object' || input === null) return []
  return Object.values(input).flatMap((member: unknown) =>
    ArrayBuffer.isView(member) && member.buffer instanceof ArrayBuffer && movableBuffers.has(member.buffer)
      ? [member.buffer]
      : [],
  )
}

interface PendingCall {
  request: TaskRequest
  deadlineMs: number | undefined
  resolve(output: unknown): void
  reject(reason: unknown): void
  /** Frees its slot. */
  release(): void
}

/**
 * Threads that run `entry`, a module that calls `serveTasks`; started on demand, ended after 30 s idle. By default one per
 * core and at least two: one partition gets all but one of them. `entry` must be an entry point of the compiled executable
 * too (scripts/compile.ts), and its URL be created in src/main.ts: in the executable every module has the URL of the
 * executable, and entries have the same relative paths as below src.
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
      runEmitting: <O>(
        task: string,
        input: unknown,
        consume: (value: unknown) => void | Promise<void>,
        signal?: AbortSignal,
      ) => this.#runEmitting<O>({ task, input }, consume, contextWith(context, signal)),
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

  async #runEmitting<O>(
    work: { task: string; input: unknown },
    consume: (value: unknown) => void | Promise<void>,
    context: WorkContext,
  ): Promise<O> {
    const { port1: own, port2: port } = new MessageChannel()
    const stopped = new AbortController()
    let consuming = Promise.resolve()
    own.onmessage = ({ data }: MessageEvent<unknown>) => {
      consuming = consuming
        .then(() => consume(data))
        .then(
          () => own.postMessage(undefined),
          (error: unknown) => stopped.abort(error),
        )
    }
    try {
      const output = await this.#run<O>({ ...work, port }, contextWith(context, stopped.signal))
      await consuming
      stopped.signal.throwIfAborted()
      return output
    } finally {
      own.close()
    }
  }

  async #run<O>(
    { deadlineMs, ...work }: { task: string; input: unknown; port?: MessagePort; deadlineMs?: number },
    context: WorkContext,
  ): Promise<O> {
    const request = { number: this.#count++, ...work }
    const { release } = await this.#scheduler.acquire(context, { size: () => sizeOfInput(work.input) })
    try {
      context.signal?.throwIfAborted()
      return this.#perform<O>({ request, deadlineMs, release }, context.signal)
    } catch (error) {
      release()
      throw error
    }
  }

  /** The scheduler admits no more tasks than there may be threads, so one is free or can be started. */
  #perform<O>(
    { request, deadlineMs, release }: Pick<PendingCall, 'request' | 'deadlineMs' | 'release'>,
    signal: AbortSignal | undefined,
  ): Promise<O> {
    const { promise, resolve, reject } = Promise.withResolvers<O>()
    const call: PendingCall = { request, deadlineMs, resolve: resolve as PendingCall['resolve'], reject, release }
    const free = [...this.#threads].filter((each) => each.isFree)
    const thread = free.find((each) => each.isReady) ?? free[0] ?? this.#startThread()
    thread.take(call)
    if (signal === undefined) return promise
    const abort = () => thread.cancel(call, signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    // A signal may outlive many tasks and would keep their inputs in memory.
    return promise.finally(() => signal.removeEventListener('abort', abort))
  }

  #startThread(onReady?: () => void): Thread {
    const thread = new Thread(this.#entry, {
      onReady,
      onEnd: (call) => {
        this.#threads.delete(thread)
        if (call !== undefined) this.#replaceThread(call)
      },
    })
    this.#threads.add(thread)
    return thread
  }

  /**
   * Replaces a thread that was terminated during its task. The slot is free once the new thread is ready, so that a project
   * whose tasks keep timing out pays for new threads itself.
   */
  #replaceThread({ release }: PendingCall): void {
    if (this.#isClosed) release()
    else this.#startThread(release)
  }
}

function contextWith(context: WorkContext, signal: AbortSignal | undefined): WorkContext {
  if (signal === undefined || signal === context.signal) return context
  const both = context.signal === undefined ? signal : AbortSignal.any([signal, context.signal])
  return { partition: context.partition, signal: both }
}

class Thread {
  readonly #worker: Worker
  readonly #onReady: (() => void) | undefined
  readonly #onEnd: (call: PendingCall | undefined) => void
  #call: PendingCall | undefined
  #idle: Timer | undefined
  #deadline: Timer | undefined
  #threadId: number | undefined
  isReady = false
  #hasEnded = false

  /**
   * `onReady` is called when the thread is ready or has ended before; `onEnd` gets the call whose slot needs another thread.
   */
  constructor(entry: string, on: { onReady: (() => void) | undefined; onEnd(call: PendingCall | undefined): void }) {
    this.#onReady = on.onReady
    this.#onEnd = on.onEnd
    this.#worker = new Worker(entry)
    this.#worker.addEventListener('message', ({ data }: MessageEvent<WorkerMessage>) => this.#receive(data))
    this.#worker.addEventListener('error', ({ message }) => this.end(new Error(`A worker failed: ${message}`)))
    this.#worker.addEventListener('close', () => this.end(new ThreadEnded()))
  }

  get isFree(): boolean {
    return this.#call === undefined && !this.#hasEnded
  }

  take(call: PendingCall): void {
    clearTimeout(this.#idle)
    this.#call = call
    if (this.isReady) this.#send(call)
  }

  /** Terminates the thread during this call; a thread that is still starting is kept for the next. */
  cancel(call: PendingCall, reason: unknown): void {
    if (this.#call !== call) return
    if (this.isReady) return this.end(reason)
    this.#call = undefined
    call.reject(reason)
    call.release()
  }

  end(reason: unknown): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    clearTimeout(this.#idle)
    clearTimeout(this.#deadline)
    this.#worker.terminate()
    const call = this.#call
    call?.reject(reason)
    this.#onEnd(this.isReady ? call : undefined)
    if (this.isReady) return
    call?.release()
    this.#onReady?.()
  }

  #send({ request, deadlineMs }: PendingCall): void {
    if (deadlineMs !== undefined) this.#limit(request.task, deadlineMs)
    const ports = request.port === undefined ? [] : [request.port]
    this.#worker.postMessage(request, [...buffersToMove(request.input), ...ports])
  }

  /** Terminates the thread after its deadline in CPU time. */
  #limit(task: string, deadlineMs: number): void {
    const endsAt = performance.now() + maxWaitMs * deadlineMs
    const before = cpuMsOf(this.#threadId)
    const look = () => {
      const now = cpuMsOf(this.#threadId)
      const leftMs = before === undefined || now === undefined ? 0 : deadlineMs - (now - before)
      const waitMs = Math.min(leftMs, endsAt - performance.now())
      // Scheduler ticks take some milliseconds.
      if (waitMs < 5) this.end(new TaskTimeout(task, deadlineMs))
      else this.#deadline = setTimeout(look, waitMs)
    }
    this.#deadline = setTimeout(look, deadlineMs)
  }

  #receive(message: WorkerMessage): void {
    const call = this.#call
    if (message.number === ready) {
      this.isReady = true
      if ('output' in message) this.#threadId = message.output as number | undefined
      if (call === undefined) this.#startIdle()
      else this.#send(call)
      this.#onReady?.()
      return
    }
    if (call === undefined || message.number !== call.request.number) return
    clearTimeout(this.#deadline)
    if ('error' in message) call.reject(new Error(message.error))
    else call.resolve(message.output)
    if (message.isLast === true) return this.end(undefined)
    this.#call = undefined
    this.#startIdle()
    call.release()
  }

  #startIdle(): void {
    this.#idle = setTimeout(() => this.end(undefined), idleMs)
  }
}
