/**
 * A thread that ends the process when its event loop is blocked, so that whatever supervises it starts a new one. The
 * main thread starts it with `startWatchdog` and notes in an `Activity` what it works on; `serveWatchdog` is the whole
 * entry point of the thread. Start at blocked-loop.ts, which decides.
 */
export { type Activity, createActivity } from './activity.ts'
export { BlockedLoop } from './blocked-loop.ts'
export { type Watchdog, blockedExitCode, startWatchdog } from './watchdog.ts'
export { serveWatchdog } from './watch.ts'
