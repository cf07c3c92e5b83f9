import { setPriority } from 'node:os'
import { type WorkerMessage, type Question, ready } from './messages.ts'
import { ownThreadId } from './processor-time.ts'

/** Work for the processor alone: what it is given and gives must be fit for structured cloning. */
export type Task<I, O> = (input: I) => O | Promise<O>

/** Answers the tasks by name that `createWorkers` sends; the whole of a worker's entry. */
export function serveTasks(tasks: Readonly<Record<string, Task<never, unknown>>>): void {
  self.onmessage = async ({ data }: MessageEvent<Question>) => postMessage(await answer(tasks, data))
  const threadId = ownThreadId()
  lowerPriority(threadId)
  // What is sent before somebody listens may be lost.
  postMessage({ number: ready, output: threadId } satisfies WorkerMessage)
}

/**
 * Nice value of the threads: where more threads are busy than there are cores, the event loop gets about three times the
 * time of one of them, and every request depends on it.
 */
const niceness = 5

// On Linux nice values belong to threads, and the calls for a process take the id of a thread.
function lowerPriority(threadId: number | undefined): void {
  if (threadId === undefined) return
  try {
    setPriority(threadId, niceness)
  } catch {
    // In a process that is nicer already, threads keep the priority that they have.
  }
}

let isSpoiled = false

/** Has the thread ended after the task at hand: what it keeps between tasks cannot be trusted any more. */
export function spoilThread(): void {
  isSpoiled = true
}

async function answer(
  tasks: Readonly<Record<string, Task<never, unknown>>>,
  question: Question,
): Promise<WorkerMessage> {
  const given = await outcome(tasks, question)
  return isSpoiled ? { ...given, isLast: true } : given
}

async function outcome(
  tasks: Readonly<Record<string, Task<never, unknown>>>,
  question: Question,
): Promise<WorkerMessage> {
  const { number, task, input } = question
  try {
    const work = tasks[task]
    if (work === undefined) return { number, error: `No task is called ${task}.` }
    return { number, output: await work(input as never) }
  } catch (error) {
    return { number, error: error instanceof Error ? error.message : String(error) }
  }
}
