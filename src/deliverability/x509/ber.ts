/** A BER value (X.690 8): of definite or indefinite length. */
export interface BerValue {
  readonly tag: number
  /** Without tag and length; for an indefinite length without the end-of-contents octets. */
  readonly content: Uint8Array
  /** The position after the value. */
  readonly end: number
}

const maxDepth = 32

/** The value at `at`; undefined if it is not BER, or nested too deep. */
export function readBer(bytes: Uint8Array, at = 0, depth = 0): BerValue | undefined {
  const [tag, first] = [bytes[at], bytes[at + 1]]
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f || depth > maxDepth) return undefined
  let start = at + 2
  if (first === 0x80) {
    // Only constructed values, which end where two zero octets follow a member.
    if ((tag & 0x20) === 0) return undefined
    let end = start
    while (bytes[end] !== 0 || bytes[end + 1] !== 0) {
      const member = readBer(bytes, end, depth + 1)
      if (member === undefined) return undefined
      end = member.end
    }
    return { tag, content: bytes.subarray(start, end), end: end + 2 }
  }
  let length = first
  if (first > 0x80) {
    const count = first & 0x7f
    if (count > 4) return undefined
    length = 0
    for (let left = count; left > 0; left--) length = length * 256 + (bytes[start++] ?? 0)
  }
  const end = start + length
  return end > bytes.length ? undefined : { tag, content: bytes.subarray(start, end), end }
}

/** The members of a constructed value; empty if it is primitive or damaged. */
export function berMembersOf(value: BerValue | undefined): BerValue[] {
  if (value === undefined || (value.tag & 0x20) === 0) return []
  const members: BerValue[] = []
  for (let at = 0; at < value.content.length;) {
    const member = readBer(value.content, at)
    if (member === undefined) return []
    members.push(member)
    at = member.end
  }
  return members
}

/** The octets of an OCTET STRING, whose constructed form has parts. */
export function berOctetsOf(value: BerValue | undefined): Uint8Array[] {
  if (value?.tag === 0x04) return [value.content]
  return value?.tag === 0x24 ? berMembersOf(value).flatMap(berOctetsOf) : []
}
