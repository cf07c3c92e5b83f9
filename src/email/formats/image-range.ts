/** An image URL in a source text. */
export interface ImageRange {
  /** Offsets of the replaceable text, UTF-16 units, end exclusive. */
  start: number
  end: number
  /** The URL with character references and CSS escapes decoded. */
  address: string
  /** Encodes a new URL for this position. */
  write(address: string): string
}

/** Rebases a range by `offset`, to the text that contains it. */
export function shiftRange(range: ImageRange, offset: number): ImageRange {
  return { ...range, start: range.start + offset, end: range.end + offset }
}

/** Percent-encodes the matching characters of a URL; the result is equivalent (RFC 3986 2.1). */
export function percentEncode(address: string, characters: RegExp): string {
  return address.replace(characters, (character) => `%${hex(character)}`)
}

function hex(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(2, '0')
}
