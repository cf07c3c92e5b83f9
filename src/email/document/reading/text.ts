import { type MergeTag, isNativeTag, isPath, nativeProblem, parseTagged, readInstant } from '../../data/index.ts'
import { type Reader, type Reading, quoted } from './reading.ts'

/** Validates the JSON type before reading the text. */
export function thenText(shape: Reader, read: (text: string, reading: Reading) => unknown): Reader {
  return (value, reading) => {
    const text = shape(value, reading)
    return typeof text === 'string' ? read(text, reading) : text
  }
}

/** Validates the merge tags of a text. */
export function readTaggedText(text: string, reading: Reading): string {
  if (!text.includes('{')) return text
  const { error, parts } = parseTagged(text)
  if (error !== undefined) reading.problem(`${error.message} (at character ${error.index + 1} of the text)`)
  for (const part of parts) if (typeof part !== 'string') checkTag(part, reading)
  return text
}

/** Validates a tag of another template language: it is printed unchanged, so the rules of HTML blocks apply. */
export function checkTag(tag: MergeTag, reading: Reading): void {
  if (!isNativeTag(tag)) return
  const { cleanHtml } = reading.options
  const problem = nativeProblem(tag.native)
  if (problem !== undefined) reading.problem(problem)
  else if (tag.native.includes('<') && cleanHtml !== undefined && cleanHtml(tag.native) !== tag.native)
    reading.problem('contains a native tag with HTML that is not allowed in an email')
}

/** Validates a URL: its scheme, and its merge tags. Asset names of the document are valid, too. */
export function readUrl(text: string, reading: Reading): string {
  if (text === '' || Object.hasOwn(reading.assets, text)) return text
  readTaggedText(text, reading)
  if (!isAddress(text)) {
    const given = isAssetName(text) ? `; an asset ${quoted(text)} is not found` : `, not ${quoted(text)}`
    reading.problem(
      `expected a URL that starts with https://, http://, mailto:, tel:, sms:, #, /cdn/ or a merge tag${given}`,
    )
  }
  return text
}

/** Validates an instant or the path of a date field. */
export function readInstantOrPath(text: string, reading: Reading): string {
  if (readInstant(text) === undefined && !isPath(text)) {
    reading.problem('expected an instant such as 2026-12-24T18:00:00Z, or the path of a date field')
  }
  return text
}

/** Validates a path into the data. */
export function readPath(text: string, reading: Reading): string {
  if (!isPath(text)) reading.problem(`expected a path such as order.items, not ${quoted(text)}`)
  return text
}

// Browsers drop white space and control characters before a scheme and line breaks inside it (WHATWG URL 4.4), so they are
// allowed only inside merge tags.
const allowed = /^(?:https?:\/\/|mailto:|tel:|sms:|#|\/cdn\/|\{\{)/i

/** True for a URL valid in a document: an allowed scheme, an anchor, a path of the CDN, or a leading merge tag. */
export function isAddress(text: string): boolean {
  return allowed.test(text) && !hasControls(text)
}

function isAssetName(text: string): boolean {
  return /^[A-Za-z0-9_-]{1,64}$/.test(text)
}

function hasControls(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < 32 || code === 127) return true
  }
  return false
}
