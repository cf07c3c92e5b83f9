import { Worker } from 'node:worker_threads'
import { limits } from '../../kernel/limits.ts'
import { type Log, type LogFormat, isForUsers } from '../log/index.ts'
import type { Activity } from './activity.ts'
import { tickMsOf } from './blocked-loop.ts'
import type { WatchTask } from './watch.ts'

/** Exit code of a process that the watchdog ended; EX_SOFTWARE of sysexits.h. */
export const blockedExitCode = 70

export interface Watchdog {
  close(): void
}

export interface WatchdogOptions {
  /** URL of a module that calls `serveWatchdog`; an entry point of the compiled executable too (scripts/compile.ts). */
  entry: string
  activity: Activity
  log: Log
  /** Format of the last log line of a blocked process; default `json`. */
  logFormat?: LogFormat
  /** Milliseconds for which the event loop may be blocked; default `limits.blockedLoopSeconds`. */
  limitMs?: number
}

/**
 * Starts the thread that ends the process with `blockedExitCode` if the event loop of this thread is blocked for too long.
 * Disabled under a JavaScript debugger, whose breakpoints block the loop.
 */
export function startWatchdog({
  entry,
  activity,
  log,
  logFormat = 'json',
  limitMs = limits.blockedLoopSeconds * 1000,
}: WatchdogOptions): Watchdog {
  if (process.execArgv.some((flag) => flag.startsWith('--inspect'))) return { close: () => undefined }
  const beat = setInterval(() => activity.beat(), tickMsOf(limitMs) / 2).unref()
  const task: WatchTask = {
    memory: activity.memory,
    limitMs,
    drainMs: limits.drainSeconds * 1000,
    exitCode: blockedExitCode,
    // A thread cannot detect if standard error is a terminal.
    logFormat: isForUsers(logFormat) ? 'text' : 'json',
  }
  const worker = new Worker(new URL(entry), { workerData: task })
  // Must not keep a process alive that is otherwise finished.
  worker.unref()
  worker.on('error', (error) => log.error('watchdog thread failed', { error }))
  return {
    close() {
      clearInterval(beat)
      void worker.terminate()
    },
  }
}
