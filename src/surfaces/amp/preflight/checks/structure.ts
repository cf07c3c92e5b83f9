import type { PartOutline } from '../../../../deliverability/message/index.ts'
import { limits } from '../../../../kernel/limits.ts'
import type { CheckedMessage } from '../message.ts'
import { type Check, failed, passed, unmeasured, warned } from './check.ts'

const ampType = 'text/x-amp-html'
const assembled = 'The ESP assembles the message from its parts.'
const sendIt = 'Check the message as it is sent: upload it as `eml`, or send it to a one-time email address.'
const order = 'Send text/plain, then text/x-amp-html, then text/html in one multipart/alternative.'

/** Structure of the message (RFC 2046 5.1.4; amp.dev, AMP for Email format). */
export function checkStructure({ amp, html, sent }: CheckedMessage): Check[] {
  const bytes = new TextEncoder().encode(html).length
  const size =
    bytes > limits.gmailClipBytes
      ? warned(
          'html.size',
          `The HTML has ${bytes} bytes; Gmail clips it after ${limits.gmailClipBytes}.`,
          'Shorten it.',
        )
      : passed('html.size', `The HTML has ${bytes} bytes.`)
  if (sent === undefined)
    return [
      amp.length === 0 ? noAmp() : unmeasured('mime.structure', assembled, sendIt),
      unmeasured('mime.order', assembled, sendIt),
      unmeasured('mime.charset', assembled, sendIt),
      size,
    ]
  const alternative = findAlternative(sent.outline.root)
  return [evaluateParts(sent.outline.root, alternative), evaluateOrder(alternative), evaluateCharset(alternative), size]
}

function noAmp(): Check {
  return failed('mime.structure', 'There is no AMP part.', 'Add a text/x-amp-html part.')
}

/** The multipart/alternative that shows the email: the first one on the way down. */
function findAlternative(part: PartOutline): PartOutline | undefined {
  if (part.type === 'multipart/alternative') return part
  for (const child of part.parts) {
    const found = child.type.startsWith('multipart/') ? findAlternative(child) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

function evaluateParts(root: PartOutline, alternative: PartOutline | undefined): Check {
  const count = countAmp(root)
  if (count === 0) return noAmp()
  if (count > 1)
    return failed('mime.structure', `There are ${count} AMP parts; mail clients then show none.`, 'Send exactly one.')
  if (alternative?.parts.some(({ type }) => type === ampType) !== true)
    return failed(
      'mime.structure',
      'The AMP part is not in the multipart/alternative that has the other versions of the email.',
      order,
    )
  if (!shownTypes(alternative).includes('text/html'))
    return failed('mime.structure', 'The multipart/alternative has no text/html part beside the AMP part.', order)
  return passed('mime.structure', 'The AMP part is in multipart/alternative beside its fallback.')
}

function countAmp({ parts, type }: PartOutline): number {
  return parts.reduce((sum, part) => sum + countAmp(part), type === ampType ? 1 : 0)
}

/** The type that each alternative shows: that of the first part of a multipart/related. */
function shownTypes(alternative: PartOutline): string[] {
  return alternative.parts.map(shownType)
}

function shownType(part: PartOutline): string {
  const [first] = part.parts
  return part.type.startsWith('multipart/') && first !== undefined ? shownType(first) : part.type
}

function evaluateOrder(alternative: PartOutline | undefined): Check {
  if (alternative === undefined) return failed('mime.order', 'There is no multipart/alternative.', order)
  const types = shownTypes(alternative)
  const shown = types.join(', ')
  const [text, amp, html] = ['text/plain', ampType, 'text/html'].map((type) => types.indexOf(type))
  if (amp === types.length - 1)
    return failed('mime.order', `The AMP part is the last one (${shown}); some mail clients show only that.`, order)
  if (html !== types.length - 1 || (text !== -1 && text !== 0) || amp === -1)
    return warned('mime.order', `The order is ${shown}.`, order)
  if (text === -1) return warned('mime.order', 'There is no text/plain part.', order)
  return passed('mime.order', `The order is ${shown}.`)
}

function evaluateCharset(alternative: PartOutline | undefined): Check {
  const charset = alternative?.parts.find(({ type }) => type === ampType)?.charset ?? null
  const fix = 'Declare charset=utf-8 in the Content-Type of the AMP part.'
  if (charset === 'utf-8') return passed('mime.charset', 'The AMP part is UTF-8.')
  if (charset === null || charset === 'us-ascii')
    return warned('mime.charset', `The AMP part declares ${charset ?? 'no character set'}.`, fix)
  return failed('mime.charset', `The AMP part is ${charset}; AMP requires UTF-8.`, fix)
}
