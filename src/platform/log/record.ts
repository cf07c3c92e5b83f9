/** Severities in ascending order. */
export const levels = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof levels)[number]

/** Members of a log line besides time, level and message. */
export type LogFields = Record<string, unknown>
