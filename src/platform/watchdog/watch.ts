import { write } from 'node:fs'
import { workerData } from 'node:worker_threads'
import { type LogFormat, createLog } from '../log/index.ts'
import { type Work, readActivity } from './activity.ts'
import { BlockedLoop, tickMsOf } from './blocked-loop.ts'

/** Passed to the thread at its start, because a blocked loop cannot send anything later. */
export interface WatchTask {
  memory: SharedArrayBuffer
  limitMs: number
  drainMs: number
  exitCode: number
  logFormat: LogFormat
}

/** Max requests and jobs in a log line. */
const maxNamed = 20

/** Watches the event loop of the process that started this thread; the thread runs nothing else. */
export async function serveWatchdog(): Promise<void> {
  // Loaded here, because the main thread does not use foreign functions.
  const { prepareExit } = await import('./exit-process.ts')
  const task = workerData as WatchTask
  watch(task, prepareExit(task.exitCode))
}

function watch({ memory, limitMs, drainMs, exitCode, logFormat }: WatchTask, exit: () => void): void {
  const activity = readActivity(memory)
  const tickMs = tickMsOf(limitMs)
  const loop = new BlockedLoop({ limitMs, tickMs, drainMs })
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    const elapsedMs = now - last
    last = now
    if (!loop.tick({ elapsedMs, beats: activity.beats(), isStopping: activity.isStopping() })) return
    clearInterval(timer)
    const line = describe({ blockedMs: loop.blockedMs, exitCode, work: activity.work() }, logFormat)
    // Standard error may be a full pipe, which must not keep the process alive.
    setTimeout(exit, 1000)
    write(2, line, exit)
  }, tickMs)
}

interface Blocked {
  blockedMs: number
  exitCode: number
  work: Work[]
}

function describe({ blockedMs, exitCode, work }: Blocked, logFormat: LogFormat): string {
  let line = ''
  const log = createLog('error', (text) => void (line += text), logFormat)
  const [latest] = work
  log.error('event loop blocked, exiting', {
    blocked_ms: Math.round(blockedMs),
    request_id: latest?.id,
    operation: latest?.operation,
    in_flight: work.slice(0, maxNamed),
    in_flight_count: work.length,
    exit_code: exitCode,
  })
  return line
}
