/** A DER value (X.690): tag and content. */
export interface DerValue {
  readonly tag: number
  /** The value including tag and length. */
  readonly whole: Uint8Array
  readonly content: Uint8Array
}

/** Tags used in certificates (X.690 8, X.509). */
export const derTags = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectId: 0x06,
  utf8: 0x0c,
  printable: 0x13,
  ia5: 0x16,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const

/** Consecutive values; undefined if the bytes are not DER to the end. */
export function readDer(bytes: Uint8Array): DerValue[] | undefined {
  const found: DerValue[] = []
  let at = 0
  while (at < bytes.length) {
    const value = readOne(bytes, at)
    if (value === undefined) return undefined
    found.push(value)
    at += value.whole.length
  }
  return found
}

/** The first value; trailing bytes are ignored. */
export function readFirst(bytes: Uint8Array): DerValue | undefined {
  return readOne(bytes, 0)
}

/** The members of a value; empty if its tag differs or it is not DER. */
export function membersOf(value: DerValue | undefined, tag: number = derTags.sequence): DerValue[] {
  return value?.tag === tag ? (readDer(value.content) ?? []) : []
}

/** An object identifier in dotted form (X.690 8.19). */
export function readObjectId({ content }: DerValue): string {
  const parts: number[] = []
  let part = 0
  for (const byte of content) {
    part = part * 128 + (byte & 0x7f)
    if (byte < 0x80) {
      parts.push(part)
      part = 0
    }
  }
  const [first = 0, ...rest] = parts
  const root = Math.min(2, Math.floor(first / 40))
  return [root, first - root * 40, ...rest].join('.')
}

function readOne(bytes: Uint8Array, at: number): DerValue | undefined {
  const [tag, first] = [bytes[at], bytes[at + 1]]
  // Tags above 30 take several bytes; certificates do not use them.
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f) return undefined
  let [start, length] = [at + 2, first]
  if (first >= 0x80) {
    const count = first & 0x7f
    if (count === 0 || count > 4) return undefined
    length = 0
    for (let left = count; left > 0; left--) length = length * 256 + (bytes[start++] ?? 0)
  }
  const end = start + length
  return end > bytes.length ? undefined : { tag, whole: bytes.subarray(at, end), content: bytes.subarray(start, end) }
}
