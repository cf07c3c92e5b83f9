import { redact } from './redact.ts'

const levels = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof levels)[number]

/** Members of a log line besides time, level and message. */
export type LogFields = Record<string, unknown>

/** One JSON object per line, on standard error. */
export type Log = {
  readonly [level in LogLevel]: (message: string, fields?: LogFields) => void
} & {
  /** A log whose every line carries these fields too. */
  with(fields: LogFields): Log
}

/** A log from that level upwards. Secrets in fields and messages are masked whatever their name (redact.ts). */
export function createLog(level: LogLevel, write: (line: string) => void = writeToStandardError): Log {
  return logWith({ from: levels.indexOf(level), write, fixed: {} })
}

type Sink = { from: number; write: (line: string) => void; fixed: LogFields }

function logWith(sink: Sink): Log {
  const at = (level: LogLevel) =>
    levels.indexOf(level) < sink.from
      ? () => undefined
      : (message: string, fields: LogFields = {}) =>
          sink.write(`${printLine(level, message, { ...sink.fixed, ...fields })}\n`)
  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    with: (fields) => logWith({ ...sink, fixed: { ...sink.fixed, ...fields } }),
  }
}

function printLine(level: LogLevel, message: string, fields: LogFields): string {
  return JSON.stringify({
    time: new Date().toISOString(),
    level,
    message: redact(message),
    ...(redact(fields) as LogFields),
  })
}

let pending = ''

// One write per turn of the event loop: a write per line would cost more than most requests.
function writeToStandardError(line: string): void {
  if (pending === '') setImmediate(flush)
  pending += line
}

function flush(): void {
  if (pending === '') return
  const lines = pending
  pending = ''
  process.stderr.write(lines)
}

process.on('exit', flush)
