import type { Operation } from '../../email/document/index.ts'
import { type LintWorkerTask, type LintResult, runLint, fixAllFindings } from './lint-task.ts'

/** A check, or with `rule` a request for the operations that fix all its findings. */
export interface WorkerRequest {
  id: number
  task: LintWorkerTask
  rule?: string
}

export interface WorkerResponse {
  id: number
  result?: LintResult
  operations?: Operation[]
}

addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => {
  const { id, task, rule } = data
  const answer: WorkerResponse =
    rule === undefined ? { id, result: runLint(task) } : { id, operations: fixAllFindings(task, rule) }
  ;(postMessage as (message: WorkerResponse) => void)(answer)
})
