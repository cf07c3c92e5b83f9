import type { Log } from '../platform/log/index.ts'

/**
 * Writes faults of promises that nobody awaits into the log, where the runtime would print them as bare text between its
 * lines. The service goes on: what failed is one piece of work, and what hangs on it says so itself. Gives what undoes it.
 */
export function logStrayFaults(log: Log): () => void {
  const report = (error: unknown) => log.error('unhandled promise rejection', { error })
  process.on('unhandledRejection', report)
  return () => void process.off('unhandledRejection', report)
}
