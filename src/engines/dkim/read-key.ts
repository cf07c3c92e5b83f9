import { type DomainFinding, readTags } from '../findings/index.ts'

/** A public key as it is published. */
export interface DkimKey {
  readonly type: 'rsa' | 'ed25519' | 'unknown'
  /** Of the modulus; undefined for other kinds, and where the key cannot be read. */
  readonly bits?: number
  /** The key was taken back: RFC 6376 3.6.1, an empty p. */
  readonly isRevoked: boolean
  readonly findings: readonly DomainFinding[]
}

/** Whether a TXT record below `_domainkey` is a key: it has a p. */
export function isKey(record: string): boolean {
  return readTags(record).tags.has('p')
}

/** Reads a key record, and judges it (RFC 6376 3.6.1, RFC 8301, RFC 8463). */
export function readKey(record: string, selector: string): DkimKey {
  const { tags } = readTags(record)
  const findings: DomainFinding[] = []
  const say = (code: string, severity: DomainFinding['severity'], message: string, fix?: string) =>
    findings.push({
      code: `dkim.${code}`,
      severity,
      message: `${selector}: ${message}`,
      ...(fix === undefined ? {} : { fix }),
    })
  const version = tags.get('v')
  if (version !== undefined && version !== 'DKIM1')
    say('version', 'error', `v=${version.slice(0, 20)} is no version, and the key is not used.`, 'Write v=DKIM1.')
  const text = (tags.get('p') ?? '').replace(/\s+/g, '')
  if (text === '') {
    say('revoked', 'info', 'the key was taken back.')
    return { type: 'unknown', isRevoked: true, findings }
  }
  if (/y/i.test(tags.get('t') ?? ''))
    say('testing', 'warning', 't=y says that signatures are a test, to be treated as none.', 'Take t=y out.')
  const hashes = tags.get('h')?.toLowerCase()
  if (hashes !== undefined && !hashes.includes('sha256'))
    say('sha1', 'error', 'only SHA-1 is allowed, which nobody accepts any more (RFC 8301).', 'Take h out.')
  const services = tags.get('s')
  if (services !== undefined && !/\*|email/i.test(services))
    say('service', 'error', `s=${services.slice(0, 20)}: the key is not for mail.`)
  const bytes = decode(text)
  const kind = (tags.get('k') ?? 'rsa').toLowerCase()
  if (bytes === undefined) {
    say('garbled', 'error', 'p is not Base64.', 'Publish the key again, in one piece.')
    return { type: 'unknown', isRevoked: false, findings }
  }
  if (kind === 'ed25519') {
    if (bytes.length !== 32) say('garbled', 'error', 'an Ed25519 key has 32 bytes (RFC 8463 4.2).')
    return { type: 'ed25519', isRevoked: false, findings }
  }
  if (kind !== 'rsa') {
    say('kind', 'error', `k=${kind.slice(0, 20)} is no kind of key that receivers know.`)
    return { type: 'unknown', isRevoked: false, findings }
  }
  const bits = modulusBits(bytes)
  if (bits === undefined) say('garbled', 'error', 'p is no RSA key.', 'Publish the key again, in one piece.')
  else if (bits < 1024)
    say('short', 'error', `${bits} bits are too few: receivers take no notice of it (RFC 8301 3.2).`, 'Use 2048 bits.')
  else if (bits < 2048) say('weak', 'warning', `${bits} bits are few today.`, 'Use 2048 bits.')
  return { type: 'rsa', isRevoked: false, findings, ...(bits === undefined ? {} : { bits }) }
}

function decode(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

/** Bits of the modulus in a SubjectPublicKeyInfo or a bare RSAPublicKey (DER, X.690). */
function modulusBits(bytes: Uint8Array): number | undefined {
  let at = 0
  const read = (tag: number): number | undefined => {
    if (bytes[at] !== tag) return undefined
    const first = bytes[at + 1] ?? 0
    at += 2
    if (first < 128) return first
    let length = 0
    for (let left = first & 127; left > 0; left--) length = length * 256 + (bytes[at++] ?? 0)
    return length
  }
  const [sequence, integer, bitString] = [0x30, 0x02, 0x03]
  if (read(sequence) === undefined) return undefined
  if (bytes[at] === sequence) {
    const algorithm = read(sequence) ?? 0
    at += algorithm
    if (read(bitString) === undefined) return undefined
    // Unused bits of the last byte: none.
    at++
    if (read(sequence) === undefined) return undefined
  }
  const length = read(integer)
  if (length === undefined || length === 0 || at + length > bytes.length) return undefined
  const lead = bytes[at] === 0 ? 1 : 0
  const top = bytes[at + lead] ?? 0
  return (length - lead - 1) * 8 + (32 - Math.clz32(top))
}
