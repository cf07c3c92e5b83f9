/** One place in a source text where an image is named. */
export interface ImageRange {
  /** Offsets of the replaceable text, UTF-16 units, end exclusive. */
  start: number
  end: number
  /** The address as it is meant: character references and CSS escapes decoded. */
  address: string
  /** A new address as it must be written at this spot. */
  write(address: string): string
}

/** A position in a text, moved by `offset` to the text that contains it. */
export function shiftRange(range: ImageRange, offset: number): ImageRange {
  return { ...range, start: range.start + offset, end: range.end + offset }
}

/** Percent-encodes the characters of an address that match, which changes nothing about where it leads (RFC 3986 2.1). */
export function percentEncode(address: string, characters: RegExp): string {
  return address.replace(characters, (character) => `%${hex(character)}`)
}

function hex(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(2, '0')
}
