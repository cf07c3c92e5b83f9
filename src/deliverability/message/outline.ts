import { type HeaderField, fieldOf, readFields } from './header-fields.ts'

/** A part of a message, without its content (RFC 2045). */
export interface PartOutline {
  /** In lowercase, such as `text/html`. */
  readonly type: string
  /** In lowercase; null if the part does not name one. */
  readonly charset: string | null
  readonly isAttachment: boolean
  /** Of a multipart, in order. */
  readonly parts: readonly PartOutline[]
}

export interface MessageOutline {
  readonly fields: readonly HeaderField[]
  readonly root: PartOutline
}

const boundaryPattern = /;\s*boundary\s*=\s*(?:"([^"]*)"|([^\s;"]+))/i
const charsetPattern = /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;"]+))/i
const maxDepth = 10
const maxParts = 200

/** Reads header and structure of a message as they were sent. What is beyond 10 levels or 200 parts is left out. */
export function readOutline(bytes: Uint8Array): MessageOutline {
  const text = new TextDecoder('latin1').decode(bytes)
  const budget = { parts: maxParts }
  return { fields: readFields(headerOf(text)), root: readPart(text, { depth: 0, budget, usual: 'text/plain' }) }
}

interface Position {
  readonly depth: number
  readonly budget: { parts: number }
  /** The type of a part without one: in a digest it differs (RFC 2046 5.1.5). */
  readonly usual: string
}

function readPart(text: string, { budget, depth, usual }: Position): PartOutline {
  const header = headerOf(text)
  const fields = readFields(header)
  const contentType = fieldOf(fields, 'Content-Type') ?? usual
  const type = /^[^\s;]{1,200}/.exec(contentType)?.[0].toLowerCase() ?? usual
  const boundary = firstOf(boundaryPattern.exec(contentType))
  const isMultipart = type.startsWith('multipart/') && boundary !== undefined && depth < maxDepth
  return {
    type,
    charset: firstOf(charsetPattern.exec(contentType))?.toLowerCase() ?? null,
    isAttachment: /^attachment\b/i.test(fieldOf(fields, 'Content-Disposition') ?? ''),
    parts: isMultipart
      ? bodiesOf(text.slice(header.length), boundary, budget).map((body) =>
          readPart(body, {
            depth: depth + 1,
            budget,
            usual: type === 'multipart/digest' ? 'message/rfc822' : 'text/plain',
          }),
        )
      : [],
  }
}

// Up to the first blank line, which may be the first line of a part without fields.
function headerOf(text: string): string {
  const end = /^\r?\n|\r?\n\r?\n/.exec(text)
  return end === null ? text : text.slice(0, end.index)
}

/** The parts between the delimiter lines of a boundary (RFC 2046 5.1.1), without preamble and epilogue. */
function bodiesOf(text: string, boundary: string, budget: { parts: number }): string[] {
  const delimiter = `--${boundary}`
  const bodies: string[] = []
  let start: number | undefined
  for (let at = text.indexOf(delimiter); at !== -1; at = text.indexOf(delimiter, at + delimiter.length)) {
    if (at > 0 && text[at - 1] !== '\n') continue
    const rest = /^(--)?[ \t]*(?:\r?\n|$)/.exec(text.slice(at + delimiter.length, at + delimiter.length + 100))
    if (rest === null) continue
    if (start !== undefined) bodies.push(text.slice(start, at))
    if (rest[1] !== undefined || budget.parts-- <= 0) return bodies
    start = at + delimiter.length + rest[0].length
  }
  // Without the closing line the last part ends with the message.
  if (start !== undefined) bodies.push(text.slice(start))
  return bodies
}

function firstOf(found: RegExpExecArray | null): string | undefined {
  const text = found?.[1] ?? found?.[2]
  return text === '' ? undefined : text
}
