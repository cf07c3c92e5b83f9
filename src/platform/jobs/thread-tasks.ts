import { setPriority } from 'node:os'
import { readFileSync, readlinkSync } from 'node:fs'

export interface TaskRequest {
  number: number
  task: string
  input: unknown
  /** For what the task emits: it posts a value, and the caller posts back that it has consumed it. */
  port?: MessagePort
}

/**
 * The number of the first response, after which the thread takes requests; its output is the thread id, where the OS
 * provides one.
 */
export const ready = -1

export type WorkerMessage = { number: number; isLast?: boolean } & ({ output: unknown } | { error: string })

/**
 * CPU-bound work. Input, output and what it emits must be structured-cloneable. `emit` resolves when the caller has consumed
 * the value, so that a task which awaits it is no faster than its caller.
 */
export type Task<I, O> = (input: I, emit: (value: unknown) => Promise<void>) => O | Promise<O>

/** The entry point of a worker thread of `createWorkers`: runs tasks by name. */
export function serveTasks(tasks: Readonly<Record<string, Task<never, unknown>>>): void {
  self.onmessage = async ({ data }: MessageEvent<TaskRequest>) => postMessage(await respond(tasks, data))
  const threadId = ownThreadId()
  lowerPriority(threadId)
  // Messages sent before the listener is set may be lost.
  postMessage({ number: ready, output: threadId } satisfies WorkerMessage)
}

/**
 * Nice value of the threads: if more threads are busy than there are cores, the event loop gets about three times their
 * share.
 */
const niceness = 5

// On Linux nice values belong to threads, and setpriority(2) takes the id of a thread.
function lowerPriority(threadId: number | undefined): void {
  if (threadId === undefined) return
  try {
    setPriority(threadId, niceness)
  } catch {
    // The process has a higher nice value already.
  }
}

let isSpoiled = false

/** Ends the thread after the current task: its state can no longer be trusted. */
export function spoilThread(): void {
  isSpoiled = true
}

async function respond(
  tasks: Readonly<Record<string, Task<never, unknown>>>,
  request: TaskRequest,
): Promise<WorkerMessage> {
  const message = await runTask(tasks, request)
  return isSpoiled ? { ...message, isLast: true } : message
}

async function runTask(
  tasks: Readonly<Record<string, Task<never, unknown>>>,
  request: TaskRequest,
): Promise<WorkerMessage> {
  const { number, task, input, port } = request
  try {
    const work = tasks[task]
    if (work === undefined) return { number, error: `No task is called ${task}.` }
    return { number, output: await work(input as never, emitterOf(port)) }
  } catch (error) {
    return { number, error: error instanceof Error ? error.message : String(error) }
  } finally {
    port?.close()
  }
}

function emitterOf(port: MessagePort | undefined): (value: unknown) => Promise<void> {
  if (port === undefined) return () => Promise.reject(new Error('The caller of this task consumes no values.'))
  const consumed: (() => void)[] = []
  port.onmessage = () => consumed.shift()?.()
  return (value) =>
    new Promise((resolve) => {
      consumed.push(resolve)
      port.postMessage(value)
    })
}

/** Id of the calling thread from /proc; undefined except on Linux. */
function ownThreadId(): number | undefined {
  if (process.platform !== 'linux') return undefined
  try {
    return Number(readlinkSync('/proc/thread-self').split('/').at(-1))
  } catch {
    return undefined
  }
}

/** CPU time of a thread of this process in milliseconds (proc(5), schedstat); undefined where it is not available. */
export function cpuMsOf(threadId: number | undefined): number | undefined {
  if (threadId === undefined) return undefined
  try {
    const ms = Number.parseInt(readFileSync(`/proc/self/task/${threadId}/schedstat`, 'utf8'), 10) / 1e6
    return Number.isNaN(ms) ? undefined : ms
  } catch {
    // Kernels without CONFIG_SCHEDSTATS have no such file.
    return undefined
  }
}
