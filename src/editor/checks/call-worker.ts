import type { Operation } from '../../email/document/index.ts'
import { trustScript } from '../canvas/index.ts'
import type { LintWorkerTask, LintResult } from './lint-task.ts'
import type { WorkerResponse, WorkerRequest } from './worker.ts'

/** Both methods reject if the check cannot run in this browser. */
export interface Linter {
  lint(task: LintWorkerTask): Promise<LintResult>
  fixAllFindings(task: LintWorkerTask, rule: string): Promise<Operation[]>
}

/** File name of the worker script, defined by the build. */
declare const checksScript: string

/**
 * Runs in a worker, because a check takes some ms for a short email and 0.1 s for a very long one, which would delay
 * typing. The worker starts with the first request and restarts after a failure.
 */
export function createLinter(): Linter {
  let worker: Worker | undefined
  let count = 0
  const open = new Map<number, { resolve: (answer: WorkerResponse) => void; reject: (reason: unknown) => void }>()

  function start(): Worker {
    const started = new Worker(trustScript(new URL(checksScript, import.meta.url)), { type: 'module' })
    started.addEventListener('message', ({ data }: MessageEvent<WorkerResponse>) => {
      open.get(data.id)?.resolve(data)
      open.delete(data.id)
    })
    started.addEventListener('error', (event) => {
      event.preventDefault()
      for (const { reject } of open.values()) reject(new Error(event.message))
      open.clear()
      started.terminate()
      worker = undefined
    })
    return started
  }

  function ask(question: Omit<WorkerRequest, 'id'>): Promise<WorkerResponse> {
    return new Promise((resolve, reject) => {
      worker ??= start()
      const id = ++count
      open.set(id, { resolve, reject })
      worker.postMessage({ id, ...question })
    })
  }

  return {
    lint: async (task) => (await ask({ task })).result as LintResult,
    fixAllFindings: async (task, rule) => (await ask({ task, rule })).operations ?? [],
  }
}
