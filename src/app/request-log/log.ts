import { createId } from '../../kernel/ids/index.ts'
import { limits } from '../../kernel/limits.ts'
import type { RecordedRequest, RequestRecorder } from '../../platform/http/index.ts'
import type { Log } from '../../platform/log/index.ts'
import { type Store, statementwise } from '../../platform/storage/index.ts'
import { type RequestRow, insertRequests, trimRequests } from './store.ts'

/** Buffers requests and writes them together, after their responses. A crash loses those of the last seconds. */
export interface RequestLog extends RequestRecorder {
  /** Writes what is buffered. */
  flush(): Promise<void>
  /** Writes what is buffered, and accepts no more. */
  close(): Promise<void>
}

/** Rows of a project that are written before the oldest ones are deleted again. */
const trimmedRows = limits.requestLogRows / 10
const rowsAtOnce = 500

type Pending = RecordedRequest & { at: number }

export function createRequestLog({ store, log }: { store: Store; log: Log }): RequestLog {
  let pending: Pending[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let writing: Promise<void> = Promise.resolve()
  let isClosed = false
  /** Rows written since the last trim, by project. */
  const untrimmed = new Map<string, number>()

  async function write(requests: readonly Pending[]): Promise<void> {
    try {
      for (let from = 0; from < requests.length; from += rowsAtOnce) {
        const rows = requests.slice(from, from + rowsAtOnce).map(rowOf)
        await store.tx((db) => insertRequests(db, rows), { ...statementwise, survives: 'process' })
        for (const { projectId } of rows) untrimmed.set(projectId, (untrimmed.get(projectId) ?? 0) + 1)
      }
      for (const [projectId, count] of untrimmed) {
        if (count < trimmedRows) continue
        await store.tx((db) => trimRequests(db, projectId, limits.requestLogRows), statementwise)
        untrimmed.delete(projectId)
      }
    } catch (error) {
      // A project that was deleted meanwhile, or a database that is away: the log is worth no retry.
      log.warn('request_log_write_failed', { lost: requests.length, error })
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const requests = pending
    if (requests.length === 0) return writing
    pending = []
    writing = writing.then(() => write(requests))
    return writing
  }

  return {
    record(request) {
      if (isClosed || pending.length >= limits.requestLogHeld) return
      // The second half of the buffer is for failures.
      if (request.status < 400 && pending.length >= limits.requestLogHeld / 2) return
      pending.push({ ...request, at: store.read.nowMs() })
      timer ??= setTimeout(() => void flush(), limits.requestLogSeconds * 1000)
      timer.unref()
    },
    flush,
    async close() {
      isClosed = true
      await flush()
    },
  }
}

function rowOf({ code, field, ms, ...request }: Pending): RequestRow {
  return {
    id: createId('loggedRequest', request.at),
    ...request,
    durationUs: Math.round(ms * 1000),
    code: code ?? null,
    field: field?.slice(0, 500) ?? null,
  }
}
