/** What a worker is asked. */
export interface Question {
  number: number
  task: string
  input: unknown
}

/** What it answers. */
export type Answer = { number: number } & ({ output: unknown } | { error: string })
