import { Tokenizer } from 'parse5'
import { type ImageRange, percentEncode } from './image-range.ts'

/** The value of an attribute in its source: what it means, and where each of its characters is written. */
export interface AttributeText {
  value: string
  /** Spots of the decoded value as spots of the source text. */
  place(ranges: readonly ImageRange[]): ImageRange[]
}

/** Reads the attribute written at `start` to `end` of the source; undefined when it has no value. */
export function readAttribute(source: string, start: number, end: number): AttributeText | undefined {
  const text = source.slice(start, end)
  // A name may begin with "=" (WHATWG HTML 13.2.5.32).
  const opening = /^=?[^=]*=[\t\n\f\r ]*(["']?)/.exec(text)
  if (!opening) return undefined
  const quote = opening[1] ?? ''
  const from = start + opening[0].length
  const raw = source.slice(from, quote === '' ? end : end - 1)
  const { value, offsets } = decode(raw)
  const rawOffset = (index: number) => from + (offsets[index] ?? raw.length)
  return {
    value,
    place: (ranges) =>
      ranges.map((range) => ({
        start: rawOffset(range.start),
        end: rawOffset(range.end),
        address: range.address,
        write: (address) => escape(range.write(address), quote),
      })),
  }
}

function escape(text: string, quote: string): string {
  const safe = text.replaceAll('&', '&amp;')
  if (quote === '"') return safe.replaceAll('"', '&quot;')
  if (quote === "'") return safe.replaceAll("'", '&#39;')
  return percentEncode(safe, /[\s"'=<>`]/g)
}

// `offsets[i]` is where the i-th unit of the value begins in the raw text.
function decode(raw: string): { value: string; offsets: number[] } {
  const offsets: number[] = []
  let value = ''
  for (const piece of raw.matchAll(/&#?[0-9a-z]+;|[\s\S]/gi)) {
    const text = piece[0].length === 1 ? piece[0] : decodeReference(piece[0])
    for (let unit = 0; unit < text.length; unit++) offsets.push(piece.index)
    value += text
  }
  return { value, offsets }
}

const known = new Map([
  ['&amp;', '&'],
  ['&quot;', '"'],
  ['&#39;', "'"],
  ['&#34;', '"'],
])

// The parser's own table of 2,231 names is the only complete one.
function decodeReference(reference: string): string {
  const found = known.get(reference)
  if (found !== undefined) return found
  let value = reference
  const ignore = () => {}
  const tokenizer = new Tokenizer(
    {},
    {
      onStartTag: (token) => {
        value = token.attrs[0]?.value ?? reference
      },
      onEndTag: ignore,
      onComment: ignore,
      onDoctype: ignore,
      onCharacter: ignore,
      onNullCharacter: ignore,
      onWhitespaceCharacter: ignore,
      onEof: ignore,
    },
  )
  tokenizer.write(`<a b="${reference}">`, true)
  return value
}
