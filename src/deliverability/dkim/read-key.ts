import { type DomainFinding, readTags } from '../findings/index.ts'
import { modulusBits } from '../x509/index.ts'
import { report } from './reasons.ts'

/** A published public key. */
export interface DkimKey {
  readonly type: 'rsa' | 'ed25519' | 'unknown'
  /** Size of the RSA modulus; undefined for other key types, and for unreadable keys. */
  readonly bits?: number
  /** An empty p revokes the key (RFC 6376 3.6.1). */
  readonly isRevoked: boolean
  readonly findings: readonly DomainFinding[]
}

/** True if a TXT record below `_domainkey` is a key, which means it has a p tag. */
export function isKey(record: string): boolean {
  return readTags(record).tags.has('p')
}

/** Parses and evaluates a key record (RFC 6376 3.6.1, RFC 8301, RFC 8463). */
export function readKey(record: string, selector: string): DkimKey {
  const { tags } = readTags(record)
  const findings: DomainFinding[] = []
  const note = (code: Parameters<typeof report>[0], message: string, fix?: string) =>
    findings.push(report(code, `${selector}: ${message}`, fix === undefined ? {} : { fix }))
  const version = tags.get('v')
  if (version !== undefined && version !== 'DKIM1')
    note('version', `v=${version.slice(0, 20)} is not a known version.`, 'Write v=DKIM1.')
  const text = (tags.get('p') ?? '').replace(/\s+/g, '')
  if (text === '') {
    note('revoked', 'the key was revoked.')
    return { type: 'unknown', isRevoked: true, findings }
  }
  if (flagsOf(tags.get('t')).includes('y')) note('testing', 't=y marks the key as a test.', 'Remove t=y.')
  const hashes = tags.get('h')?.toLowerCase()
  if (hashes !== undefined && !flagsOf(hashes).includes('sha256')) note('sha1', 'only SHA-1 is allowed.', 'Remove h.')
  const services = tags.get('s')
  if (services !== undefined && !flagsOf(services).some((each) => each === '*' || each === 'email'))
    note('service', `s=${services.slice(0, 20)}: the key is not for mail.`, 'Remove s.')
  const bytes = decode(text)
  const kind = (tags.get('k') ?? 'rsa').toLowerCase()
  if (bytes === undefined) {
    note('garbled', 'p is not valid Base64.', 'Publish the key again, in one piece.')
    return { type: 'unknown', isRevoked: false, findings }
  }
  if (kind === 'ed25519') {
    if (bytes.length !== 32)
      note(
        'garbled',
        `an Ed25519 key has 32 bytes, this one has ${bytes.length} (RFC 8463 4.2).`,
        'Publish the key again.',
      )
    return { type: 'ed25519', isRevoked: false, findings }
  }
  if (kind !== 'rsa') {
    note('kind', `k=${kind.slice(0, 20)} is not a key type that receivers support.`, 'Use rsa or ed25519.')
    return { type: 'unknown', isRevoked: false, findings }
  }
  const bits = modulusBits(bytes)
  if (bits === undefined) note('garbled', 'p is not an RSA key.', 'Publish the key again, in one piece.')
  else if (bits < 1024) note('short', `${bits} bits are too few.`, 'Create a 2048-bit key.')
  else if (bits < 2048) note('weak', `${bits} bits are weak today.`, 'Create a 2048-bit key under a new selector.')
  else if (bits > 4096) note('huge', `${bits} bits exceed what some receivers verify.`, 'Create a 2048-bit key.')
  return { type: 'rsa', isRevoked: false, findings, ...(bits === undefined ? {} : { bits }) }
}

function flagsOf(list: string | undefined): string[] {
  return (list ?? '').split(':').map((each) => each.trim().toLowerCase())
}

function decode(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}
