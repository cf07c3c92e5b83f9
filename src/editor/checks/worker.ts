import type { Operation } from '../../email/document/index.ts'
import { type LintWorkerTask, type LintResult, look, fixAllFindings } from './lint-task.ts'

/** What the page asks: a look, or with `rule` the operations that settle all its findings. */
export interface WorkerRequest {
  id: number
  task: LintWorkerTask
  rule?: string
}

export interface Answered {
  id: number
  looked?: LintResult
  operations?: Operation[]
}

addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => {
  const { id, task, rule } = data
  const answer: Answered =
    rule === undefined ? { id, looked: look(task) } : { id, operations: fixAllFindings(task, rule) }
  ;(postMessage as (message: Answered) => void)(answer)
})
