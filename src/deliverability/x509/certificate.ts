import { type DerValue, derTags, membersOf, readDer, readFirst, readObjectId } from './der.ts'

/** Fields of a certificate (RFC 5280). The signature is not verified. */
export interface Certificate {
  readonly subject: string
  readonly issuer: string
  /** Lowercase host names of the subject alternative name. */
  readonly names: readonly string[]
  /** Unix milliseconds. */
  readonly notBefore: number
  readonly notAfter: number
  /** DER. */
  readonly whole: Uint8Array
  /** DER of the SubjectPublicKeyInfo. */
  readonly keyInfo: Uint8Array
  readonly isAuthority: boolean
  /** Object identifiers of the extended key usage. */
  readonly purposes: readonly string[]
  /** Contents of extensions by object identifier. */
  readonly extensions: ReadonlyMap<string, Uint8Array>
}

const [alternativeNames, basicConstraints, extendedKeyUsage] = ['2.5.29.17', '2.5.29.19', '2.5.29.37']
const maxNames = 100
const maxNameLength = 200

/** Undefined if the bytes are not a certificate. */
export function readCertificate(der: Uint8Array): Certificate | undefined {
  const outer = readFirst(der)
  const [body] = membersOf(outer)
  // Version 3 starts with the version number under [0].
  const fields = membersOf(body)
  const [, , issuer, validity, subject, keyInfo] = fields[0]?.tag === 0xa0 ? fields.slice(1) : fields
  const [from, until] = membersOf(validity).map(readTime)
  if (outer === undefined || keyInfo === undefined || from === undefined || until === undefined) return undefined
  const extensions = readExtensions(fields.find(({ tag }) => tag === 0xa3))
  const [constraints] = readDer(extensions.get(basicConstraints) ?? new Uint8Array()) ?? []
  const [purposes] = readDer(extensions.get(extendedKeyUsage) ?? new Uint8Array()) ?? []
  return {
    subject: readName(subject),
    issuer: readName(issuer),
    names: readAlternativeNames(extensions.get(alternativeNames)),
    notBefore: from,
    notAfter: until,
    whole: outer.whole,
    keyInfo: keyInfo.whole,
    isAuthority: membersOf(constraints).some(({ content, tag }) => tag === derTags.boolean && content[0] !== 0),
    purposes: membersOf(purposes).map(readObjectId),
    extensions,
  }
}

/** The certificates of a PEM file (RFC 7468) in order, at most ten. */
export function readPem(text: string): Uint8Array[] {
  const blocks = text.split('-----BEGIN CERTIFICATE-----').slice(1, 11)
  return blocks.flatMap((block) => {
    const [body] = block.split('-----END CERTIFICATE-----', 1)
    try {
      return [Uint8Array.from(atob((body ?? '').replaceAll(/\s+/g, '')), (character) => character.charCodeAt(0))]
    } catch {
      return []
    }
  })
}

/** `*` matches one label, the first (RFC 9525 6.3). */
export function isForHost({ names }: Pick<Certificate, 'names'>, host: string): boolean {
  const small = host.toLowerCase()
  const above = small.slice(small.indexOf('.') + 1)
  return names.some(
    (name) => name === small || (name.startsWith('*.') && name.slice(2) === above && above.includes('.')),
  )
}

function readExtensions(field: DerValue | undefined): ReadonlyMap<string, Uint8Array> {
  const [list] = field === undefined ? [] : (readDer(field.content) ?? [])
  const found = new Map<string, Uint8Array>()
  for (const extension of membersOf(list)) {
    const parts = membersOf(extension)
    const [id] = parts
    const value = parts.at(-1)
    if (id?.tag === derTags.objectId && value?.tag === derTags.octetString) found.set(readObjectId(id), value.content)
  }
  return found
}

function readAlternativeNames(content: Uint8Array | undefined): string[] {
  const [list] = readDer(content ?? new Uint8Array()) ?? []
  const dnsName = 0x82
  const names = membersOf(list).filter(({ tag }) => tag === dnsName)
  return names.slice(0, maxNames).map((name) => textOf(name).toLowerCase())
}

const attributes: Readonly<Record<string, string>> = { '2.5.4.3': 'CN', '2.5.4.10': 'O', '2.5.4.6': 'C' }

// The attributes that identify an organization, most specific first.
function readName(name: DerValue | undefined): string {
  const found = new Map<string, string>()
  for (const set of membersOf(name))
    for (const pair of membersOf(set, derTags.set)) {
      const [id, value] = membersOf(pair)
      const key = id?.tag === derTags.objectId ? attributes[readObjectId(id)] : undefined
      if (key !== undefined && value !== undefined) found.set(key, textOf(value))
    }
  const shown = ['CN', 'O', 'C'].flatMap((key) => (found.has(key) ? [`${key}=${found.get(key)}`] : []))
  return shown.join(', ').slice(0, maxNameLength)
}

function textOf({ content, tag }: DerValue): string {
  // BMPString has two bytes per character.
  const text = new TextDecoder(tag === 0x1e ? 'utf-16be' : 'utf-8').decode(content.slice(0, 1000))
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]+/gu, ' ').trim()
}

// RFC 5280 4.1.2.5: two-digit years are 1950 to 2049.
function readTime({ content, tag }: DerValue): number | undefined {
  const text = new TextDecoder().decode(content.slice(0, 20))
  const [, year = '', ...rest] = /^(\d{2}|\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})Z$/.exec(text) ?? []
  if (rest.length === 0 || (tag === derTags.utcTime) !== (year.length === 2)) return undefined
  const full = year.length === 4 ? Number(year) : Number(year) + (Number(year) < 50 ? 2000 : 1900)
  const [month = 0, day = 0, hour = 0, minute = 0, second = 0] = rest.map(Number)
  return Date.UTC(full, month - 1, day, hour, minute, second)
}
