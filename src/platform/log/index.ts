/**
 * The log on standard error, with secrets masked: one JSON object per line, or lines for people. Imports no other module of
 * the platform. Start at log.ts; redact.ts defines secrets, text-lines.ts the lines for people.
 */
export { type Log, type LogFormat, createLog, isForUsers } from './log.ts'
export type { LogFields, LogLevel } from './record.ts'
export { redact } from './redact.ts'
