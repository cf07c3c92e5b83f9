import { type LogFields, type LogLevel, levels } from './record.ts'
import { redact } from './redact.ts'
import { createTextPrinter } from './text-lines.ts'

/** `auto`: lines for people if standard error is a terminal, else JSON lines. */
export type LogFormat = 'auto' | 'text' | 'json'

/** Writes one record per call to standard error. */
export type Log = {
  readonly [level in LogLevel]: (message: string, fields?: LogFields) => void
} & {
  /** A log that adds these fields to every line. */
  with(fields: LogFields): Log
}

/** True if the format resolves to lines for people. */
export function isForUsers(format: LogFormat): boolean {
  return format === 'text' || (format === 'auto' && process.stderr.isTTY)
}

/** A log with a minimum level. Secrets in fields and messages are masked (redact.ts). */
export function createLog(
  level: LogLevel,
  write: (line: string) => void = writeToStandardError,
  format: LogFormat = 'json',
): Log {
  const print = isForUsers(format)
    ? createTextPrinter({ colors: write === writeToStandardError && hasColors(), everyRequest: level === 'debug' })
    : printJson
  return logWith({ from: levels.indexOf(level), print, write, fixed: {} })
}

// The runtime evaluates NO_COLOR and TERM.
function hasColors(): boolean {
  return process.stderr.isTTY && process.stderr.hasColors()
}

type Print = (level: LogLevel, message: string, fields: LogFields) => string | undefined
type Sink = { from: number; print: Print; write: (line: string) => void; fixed: LogFields }

function logWith(sink: Sink): Log {
  const at = (level: LogLevel) =>
    levels.indexOf(level) < sink.from
      ? () => undefined
      : (message: string, fields: LogFields = {}) => {
          const clean = redact({ ...sink.fixed, ...fields }) as LogFields
          const line = sink.print(level, redact(message) as string, clean)
          if (line !== undefined) sink.write(`${line}\n`)
        }
  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    with: (fields) => logWith({ ...sink, fixed: { ...sink.fixed, ...fields } }),
  }
}

function printJson(level: LogLevel, message: string, fields: LogFields): string {
  return JSON.stringify({ time: new Date().toISOString(), level, message, ...fields })
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
