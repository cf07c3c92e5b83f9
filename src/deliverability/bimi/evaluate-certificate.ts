import type { DomainFinding } from '../findings/index.ts'
import { type Certificate, readCertificate, readPem } from '../x509/index.ts'
import { report } from './reasons.ts'

/** Object identifiers: the logotype extension (RFC 3709), and the key purpose of mark certificates. */
const logotype = '1.3.6.1.5.5.7.1.12'
const brandIndicator = '1.3.6.1.5.5.7.3.31'

/**
 * Issuers of mark certificates that Gmail, Apple or Yahoo accept or accepted, as spelled in certificates. Entrust sells none
 * since 2025, and those it issued are valid until they expire.
 */
const authorities = ['digicert', 'entrust', 'globalsign', 'ssl.com', 'ssl corp']

/** An evaluated mark certificate. Its issuer is compared by name; the signature is not verified. */
export interface MarkCertificate {
  readonly certificate?: Certificate
  readonly findings: readonly DomainFinding[]
}

/** Evaluates a mark certificate (VMC or CMC) for a domain: validity, purpose, names, and the embedded logo. */
export async function evaluateCertificate(
  pem: string,
  { domain, logo, now }: { domain: string; logo: Uint8Array | undefined; now: number },
): Promise<MarkCertificate> {
  const [der] = readPem(pem)
  const certificate = der === undefined ? undefined : readCertificate(der)
  if (certificate === undefined)
    return {
      findings: [
        report('certificate_broken', 'The URL in a does not return a PEM certificate.', {
          fix: 'Serve the certificate, followed by its chain.',
        }),
      ],
    }
  const findings: DomainFinding[] = []
  const { issuer, names, notAfter, notBefore, purposes } = certificate
  if (notAfter < now || notBefore > now)
    findings.push(
      report('certificate_expired', `The mark certificate is valid from ${day(notBefore)} to ${day(notAfter)}.`, {
        fix: 'Renew it.',
      }),
    )
  if (!purposes.includes(brandIndicator))
    findings.push(
      report('certificate_purpose', 'The certificate is not a mark certificate.', {
        fix: 'Get a VMC or CMC for the logo.',
      }),
    )
  if (!authorities.some((name) => issuer.toLowerCase().includes(name)))
    findings.push(
      report(
        'certificate_issuer',
        `The mark certificate was issued by ${issuer === '' ? 'an unnamed issuer' : issuer}.`,
        {
          fix: 'Get a VMC or CMC from DigiCert, GlobalSign or SSL.com.',
        },
      ),
    )
  // A certificate may be for one selector only (draft-fetch-validation-vmc-wchuang 5.2): the default one.
  const isFor = (name: string) => domain === name || domain.endsWith(`.${name}`)
  if (!names.some((name) => isFor(name.replace(/^default\._bimi\./, ''))))
    findings.push(
      report('certificate_domain', `The mark certificate is for ${names.slice(0, 3).join(', ') || 'no domain'}.`, {
        fix: `Have it reissued for ${domain}.`,
      }),
    )
  const inside = await logoOf(certificate)
  if (logo !== undefined && inside !== undefined && !isSame(logo, inside))
    findings.push(
      report('certificate_logo', 'The logo in the certificate is not the one that is served.', {
        fix: 'Serve the logo that the certificate contains.',
      }),
    )
  return { certificate, findings }
}

// The logo is embedded as a gzip-compressed data: URI.
async function logoOf({ extensions }: Certificate): Promise<Uint8Array | undefined> {
  const content = extensions.get(logotype)
  if (content === undefined) return undefined
  const text = new TextDecoder('latin1').decode(content)
  const [, base64 = ''] = /data:image\/svg\+xml;base64,([A-Za-z0-9+/=]+)/.exec(text) ?? []
  try {
    return await unpack(Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)))
  } catch {
    return undefined
  }
}

const maxBytes = 256 * 1024

/** Decompresses gzip, and returns other files unchanged; undefined if malformed or too large. */
export async function unpack(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  const parts: Uint8Array[] = []
  let size = 0
  try {
    const stream = new Blob([bytes.slice()]).stream().pipeThrough(new DecompressionStream('gzip'))
    const reader = stream.getReader()
    for (let part = await reader.read(); part.value !== undefined; part = await reader.read()) {
      size += part.value.length
      if (size > maxBytes) return undefined
      parts.push(part.value)
    }
  } catch {
    return undefined
  }
  const whole = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index])
}

function day(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}
