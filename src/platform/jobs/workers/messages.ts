/** What a worker is queried. */
export interface Question {
  number: number
  task: string
  input: unknown
}

/** The number of the answer that says that questions may come; its output is the id of the thread, where the system gives one. */
export const ready = -1

/** What it answers. */
export type WorkerMessage = { number: number; isLast?: boolean } & ({ output: unknown } | { error: string })
