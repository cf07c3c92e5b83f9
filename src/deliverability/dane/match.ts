import { type Certificate, isForHost, readCertificate } from '../x509/index.ts'

/** A TLSA record (RFC 6698 2). */
export interface TlsaRecord {
  readonly usage: number
  readonly selector: number
  readonly matchingType: number
  readonly certificate: Uint8Array
}

/** A certificate of the presented chain, the leaf first. */
export interface ShownCertificate {
  readonly der: Uint8Array
  /** The next certificate in the chain signed it. */
  readonly isSignedByNext: boolean
}

/** SHA-256 or SHA-512. */
export type Digest = (algorithm: 'SHA-256' | 'SHA-512', bytes: Uint8Array) => Promise<Uint8Array>

/** Usable for SMTP: RFC 7672 3.1.3. */
export function isUsable({ matchingType, selector, usage }: TlsaRecord): boolean {
  return (usage === 2 || usage === 3) && selector <= 1 && matchingType <= 2
}

/** False if the data of a hash has the wrong length. */
export function isWellFormed({ certificate, matchingType }: TlsaRecord): boolean {
  const lengths: Readonly<Record<number, number>> = { 1: 32, 2: 64 }
  const wanted = lengths[matchingType]
  return wanted === undefined ? certificate.length > 0 : certificate.length === wanted
}

/**
 * True if the presented chain matches a record. With usage 3 only the leaf counts, and neither its name nor its dates (RFC
 * 7672 3.1.1); with usage 2 one of its issuers, with name and dates (3.1.2).
 */
export async function matches(
  record: TlsaRecord,
  { digest, host, now, shown }: { shown: readonly ShownCertificate[]; host: string; now: number; digest: Digest },
): Promise<boolean> {
  const [own, ...others] = shown
  if (own === undefined) return false
  if (record.usage === 3) return isSame(record, own.der, digest)
  const leaf = readCertificate(own.der)
  if (leaf === undefined || !isForHost(leaf, host) || !isInDate(leaf, now)) return false
  let isLinked = own.isSignedByNext
  for (const { der, isSignedByNext } of others) {
    if (!isLinked) return false
    if (await isSame(record, der, digest)) return true
    isLinked = isSignedByNext
  }
  return false
}

/** The data of a `3 1 1` record: the SHA-256 of the public key. */
export async function keyDigest(der: Uint8Array, digest: Digest): Promise<Uint8Array | undefined> {
  const certificate = readCertificate(der)
  return certificate === undefined ? undefined : digest('SHA-256', certificate.keyInfo)
}

function isInDate({ notAfter, notBefore }: Certificate, now: number): boolean {
  return notBefore <= now && now <= notAfter
}

async function isSame({ certificate, matchingType, selector }: TlsaRecord, der: Uint8Array, digest: Digest) {
  const subject = selector === 0 ? der : readCertificate(der)?.keyInfo
  if (subject === undefined) return false
  const value = matchingType === 0 ? subject : await digest(matchingType === 1 ? 'SHA-256' : 'SHA-512', subject)
  return value.length === certificate.length && value.every((byte, index) => byte === certificate[index])
}
