/** What a worker is asked. */
export interface Question {
  number: number
  task: string
  input: unknown
}

/** The number of the answer that says that questions may come. */
export const ready = -1

/** What it answers. */
export type Answer = { number: number; isLast?: boolean } & ({ output: unknown } | { error: string })
