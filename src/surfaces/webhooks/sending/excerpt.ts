import { limits } from '../../../kernel/limits.ts'

const decoder = new TextDecoder()
// Everything a terminal, a log or Postgres' JSON could stumble over; tabs and line ends stay.
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028\u2029\ufeff]/g
const unreadable = /[\u0000-\u0008\u000e-\u001f\ufffd]/g

/**
 * The beginning of an answer as text for the delivery log, at most 1 kB of UTF-8. Undefined when there is none, when
 * it is compressed, or when more than a tenth of it is not text.
 */
export function excerptOf(body: Uint8Array, encoding: string | undefined): string | undefined {
  if (body.length === 0 || (encoding !== undefined && encoding !== 'identity')) return undefined
  // A character cut in two at the end would become a replacement character of three bytes.
  const text = decoder.decode(body.subarray(0, limits.webhookExcerptBytes)).replace(/(?<!\ufffd)\ufffd+$/, '')
  const strange = text.match(unreadable)?.length ?? 0
  if (strange * 10 > text.length) return undefined
  return cut(text.replaceAll(control, ' ').trim()) || undefined
}

// Replacement characters in the middle are longer than the bytes they represent.
function cut(text: string): string {
  let kept = text
  while (new TextEncoder().encode(kept).length > limits.webhookExcerptBytes) kept = kept.slice(0, -8)
  return kept
}
