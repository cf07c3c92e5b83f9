import { Tokenizer } from 'parse5'
import { type ImageRange, percentEncode } from './image-range.ts'

/** The decoded value of an attribute, with the source offset of each character. */
export interface AttributeText {
  value: string
  /** `"`, `'` or empty. */
  quote: string
  /** Offsets of the value in the source, without its quotes. */
  start: number
  end: number
  /** Maps ranges of the decoded value to ranges of the source. */
  place(ranges: readonly ImageRange[]): ImageRange[]
}

/** The attribute is source from `start` to `end`; undefined if it has no value. */
export function readAttribute(source: string, start: number, end: number): AttributeText | undefined {
  const text = source.slice(start, end)
  // A name may begin with "=" (WHATWG HTML 13.2.5.32).
  const opening = /^=?[^=]*=[\t\n\f\r ]*(["']?)/.exec(text)
  if (!opening) return undefined
  const quote = opening[1] ?? ''
  const from = start + opening[0].length
  const to = quote === '' ? end : end - 1
  const raw = source.slice(from, to)
  const { value, offsets } = decode(raw)
  const rawOffset = (index: number) => from + (offsets[index] ?? raw.length)
  return {
    value,
    quote,
    start: from,
    end: to,
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

// `offsets[i]` is the raw offset of the i-th UTF-16 unit of the value.
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

// The parser's table of 2,231 names is the only complete one.
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
