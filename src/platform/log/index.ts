/**
 * The log on standard error, secrets masked: one JSON object per line, or lines for people. Uses nothing of other rooms.
 * Start at log.ts; redact.ts says what counts as a secret, text-lines.ts what a person sees.
 */
export { type Log, type LogFormat, createLog, isForUsers } from './log.ts'
export type { LogFields, LogLevel } from './record.ts'
export { redact } from './redact.ts'
