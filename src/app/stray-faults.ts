import type { Log } from '../platform/log/index.ts'

/**
 * Logs unhandled rejections, which the runtime would print as plain text between log entries. The service continues: one
 * operation has failed, and its callers report that themselves. Returns a function that removes the listener.
 */
export function logStrayFaults(log: Log): () => void {
  const report = (error: unknown) => log.error('unhandled promise rejection', { error })
  process.on('unhandledRejection', report)
  return () => void process.off('unhandledRejection', report)
}
