/**
 * A thread that ends the process if its event loop is blocked, so that its supervisor restarts it. The main thread starts it
 * with `startWatchdog` and records its work in an `Activity`; `serveWatchdog` is the whole entry point of the thread. Start
 * at blocked-loop.ts, which decides.
 */
export { type Activity, createActivity } from './activity.ts'
export { BlockedLoop } from './blocked-loop.ts'
export { type Watchdog, blockedExitCode, startWatchdog } from './watchdog.ts'
export { serveWatchdog } from './watch.ts'
