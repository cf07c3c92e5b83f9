import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** Key and certificate chain of the server, in PEM. */
export interface Identity {
  readonly key: string
  readonly cert: string
}

const years = 10

/** A P-256 key with a certificate that it signed itself (RFC 5280), for a name. */
export function createSelfSigned(name: string, now = new Date()): Identity {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const ecdsaWithSha256 = sequence(hex('06082a8648ce3d040302'))
  const subject = sequence(der(0x31, sequence(hex('0603550403'), der(0x0c, Buffer.from(name)))))
  const until = new Date(now)
  until.setUTCFullYear(now.getUTCFullYear() + years)
  const from = new Date(now.getTime() - 86_400_000)
  // subjectAltName with one dNSName; the top bit of a serial number is clear because it is positive.
  const names = sequence(hex('0603551d11'), der(0x04, sequence(der(0x82, Buffer.from(name)))))
  const serial = randomBytes(16)
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40
  const unsigned = sequence(
    hex('a003020102'),
    der(0x02, serial),
    ecdsaWithSha256,
    subject,
    sequence(time(from), time(until)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(names)),
  )
  const signature = sign('sha256', unsigned, privateKey)
  const certificate = sequence(unsigned, ecdsaWithSha256, der(0x03, Buffer.concat([hex('00'), signature])))
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64').replace(/.{64}(?=.)/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  }
}

function hex(text: string): Buffer {
  return Buffer.from(text, 'hex')
}

function sequence(...parts: Uint8Array[]): Buffer {
  return der(0x30, ...parts)
}

/** A value in DER (X.690 8.1): tag, length, content. */
function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  if (length < 128) return Buffer.concat([Buffer.of(tag, length), content])
  const octets = hex(length.toString(16).padStart(length < 256 ? 2 : 4, '0'))
  return Buffer.concat([Buffer.of(tag, 0x80 | octets.length), octets, content])
}

/** GeneralizedTime is for 2050 and later; UTCTime has two digits of the year (RFC 5280 4.1.2.5). */
function time(date: Date): Buffer {
  const digits = `${date.toISOString().replaceAll(/[-:T]|\.\d+/g, '')}`
  return date.getUTCFullYear() < 2050 ? der(0x17, Buffer.from(digits.slice(2))) : der(0x18, Buffer.from(digits))
}
