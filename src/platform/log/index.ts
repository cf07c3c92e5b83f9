/**
 * The log: one JSON object per line on standard error, secrets masked. Asks nothing of other rooms.
 * Start at log.ts; redact.ts says what counts as a secret.
 */
export { type Log, type LogFields, type LogLevel, createLog } from './log.ts'
export { redact } from './redact.ts'
