import type { LogFields, LogLevel } from './record.ts'

/** Formats one record as text for people; undefined for a record that is not shown. */
export type TextPrinter = (level: LogLevel, message: string, fields: LogFields, at?: Date) => string | undefined

export interface TextOptions {
  colors: boolean
  /** Shows every request, including successful reads and repeated ones. */
  everyRequest: boolean
}

const codes = { debug: 2, info: 32, warn: 33, error: 31, dim: 2 } as const
/** Milliseconds in which a successful write or a refusal of the same kind is shown only once. */
const repeatMs = 60_000
const maxKinds = 500
/** Max characters of a text, and of a list or object, in one line. */
const maxText = 300
const maxParts = 120
const maxStackLines = 12

/**
 * A stateful printer for one log: local time, level, message and fields as `name=value`. Requests are reduced: 5xx failures
 * are all shown; writes and refusals once a minute for each operation and status, with the number omitted before; successful
 * reads never.
 */
export function createTextPrinter({ colors, everyRequest }: TextOptions): TextPrinter {
  const paint = (text: string, code: number) => (colors ? `\u001b[${code}m${text}\u001b[0m` : text)
  const repeats = new Map<string, { shownAt: number; leftOut: number }>()

  /** Number of similar requests omitted before; undefined if this one is omitted too. */
  function countLeftOut({ method, route, path, status }: LogFields, now: number): number | undefined {
    const code = Number(status)
    if (everyRequest || code >= 500) return 0
    if (code < 400 && (method === 'GET' || method === 'HEAD' || method === 'OPTIONS')) return undefined
    const kind = [method, route ?? path, status].join(' ')
    const known = repeats.get(kind)
    if (known !== undefined && now - known.shownAt < repeatMs) {
      known.leftOut++
      return undefined
    }
    if (repeats.size >= maxKinds) repeats.clear()
    repeats.set(kind, { shownAt: now, leftOut: 0 })
    return known?.leftOut ?? 0
  }

  function printRequest(fields: LogFields, leftOut: number): string {
    const { request_id, method, route, path, status, ms, project, actor, code } = fields
    const color = Number(status) >= 500 ? codes.error : Number(status) >= 400 ? codes.warn : codes.info
    const words = [
      escapeControls(text(method)),
      escapeControls(text(route ?? path)),
      paint(escapeControls(text(status)), color),
      `${Math.round(Number(ms))} ms`,
    ]
    // Fields that help to find the cause of a failure.
    const cause = Number(status) >= 400 ? { code, actor, project, request_id } : {}
    if (leftOut > 0) words.push(`(and ${leftOut} more since the last line)`)
    return [...words, ...pairs(cause)].join(' ')
  }

  const pairs = (fields: LogFields) =>
    Object.entries(fields)
      .filter(([, value]) => value !== undefined && !isFault(value))
      .map(([name, value]) => `${paint(`${escapeControls(name)}=`, codes.dim)}${printValue(value)}`)

  return (level, message, fields, at = new Date()) => {
    const isRequest = message === 'request' && 'status' in fields
    const leftOut = isRequest ? countLeftOut(fields, at.getTime()) : 0
    if (leftOut === undefined) return undefined
    const body = isRequest ? printRequest(fields, leftOut) : [escapeControls(message), ...pairs(fields)].join('  ')
    const faults = Object.values(fields).filter(isFault).flatMap(printFault)
    const head = `${paint(clockOf(at), codes.dim)} ${paint(level.padEnd(5), codes[level])} `
    return [head + body, ...faults.map((line) => `  ${line}`)].join('\n')
  }
}

/** Escapes all characters that control a terminal, break a line or change text direction. */
function escapeControls(text: string): string {
  return text.replace(steering, (character) => {
    const code = character.codePointAt(0) ?? 0
    return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`
  })
}

const steering =
  /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

interface Fault {
  name: string
  message: string
  code?: string
  stack?: string
  cause?: unknown
}

// The shape that `redact` gives an Error.
function isFault(value: unknown): value is Fault {
  return typeof value === 'object' && value !== null && 'name' in value && 'message' in value
}

function printFault({ name, message, code, stack, cause }: Fault): string[] {
  const first = escapeControls(`${name}: ${message}${code === undefined ? '' : ` (${code})`}`)
  const frames = (stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  const shown = frames.slice(0, maxStackLines).map((line) => `  ${escapeControls(line.trim())}`)
  const inner = isFault(cause) ? printFault(cause) : cause === undefined ? [] : [printValue(cause)]
  return [first, ...shown, ...inner.map((line, at) => (at === 0 ? `caused by ${line}` : line))]
}

function printValue(value: unknown): string {
  const plain = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))
  const max = typeof value === 'string' ? maxText : maxParts
  const cut = plain.length > max ? `${plain.slice(0, max)}…` : plain
  const escaped = escapeControls(cut)
  return typeof value === 'string' && (/[\s"=]/.test(escaped) || escaped === '') ? JSON.stringify(escaped) : escaped
}

function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, maxText) : ''
}

function clockOf(at: Date): string {
  return [at.getHours(), at.getMinutes(), at.getSeconds()].map((part) => String(part).padStart(2, '0')).join(':')
}
