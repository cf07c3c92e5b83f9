/** Certificates and keys as they are written, against what another reader makes of the same bytes. */
import { describe, expect, test } from 'bun:test'
import { X509Certificate, generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { isForHost, modulusBits, readCertificate, readDer, readPem } from '../../../src/deliverability/x509/index.ts'
import { createAuthority, selfSigned } from '../../support/certificates.ts'

const authority = await createAuthority('Test authority')
const { cert } = await authority.issue(['mx.a.test', '*.b.test'])
const der = (pem: string) => new Uint8Array(new X509Certificate(pem).raw)

describe('a certificate', () => {
  test('parses like with another parser', () => {
    for (const pem of [cert, authority.ca]) {
      const peer = new X509Certificate(pem)
      const read = readCertificate(der(pem))
      expect(read?.notAfter).toBe(Date.parse(peer.validTo))
      expect(read?.notBefore).toBe(Date.parse(peer.validFrom))
      expect(read?.isAuthority).toBe(peer.ca)
      expect(Buffer.from(read?.keyInfo ?? [])).toEqual(peer.publicKey.export({ type: 'spki', format: 'der' }))
    }
    expect(readCertificate(der(cert))).toMatchObject({ issuer: 'CN=Test authority', names: ['mx.a.test', '*.b.test'] })
  })
  test('is for the hosts it names, and for one label where it has a star', () => {
    const read = readCertificate(der(cert)) ?? { names: [] }
    const is = (host: string) => isForHost(read, host)
    expect([is('MX.a.test'), is('x.b.test')]).toEqual([true, true])
    expect([is('a.test'), is('b.test'), is('x.y.b.test'), is('mx2.a.test')]).toEqual([false, false, false, false])
    expect(isForHost({ names: ['*.test'] }, 'a.test')).toBe(false)
  })
  test('is found in PEM with other content', async () => {
    const { cert: own } = await selfSigned('x.test')
    expect(readPem(`words\n${cert}\n${own}`).map((each) => readCertificate(each)?.names)).toEqual([
      ['mx.a.test', '*.b.test'],
      ['x.test'],
    ])
    expect(readPem('-----BEGIN CERTIFICATE-----\n***\n-----END CERTIFICATE-----')).toEqual([])
  })
  test('may be invalid or truncated', () => {
    const whole = der(cert)
    for (let length = 0; length < whole.length; length++)
      expect(readCertificate(whole.subarray(0, length))).toBeUndefined()
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.nat(255), (at, byte) => {
        const changed = whole.slice()
        changed[at] = byte
        expect(() => readCertificate(changed)).not.toThrow()
      }),
    )
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => expect(() => readCertificate(bytes)).not.toThrow()),
    )
    expect(readDer(Uint8Array.of(0x30, 0x84, 0xff, 0xff, 0xff, 0xff))).toBeUndefined()
    expect(readDer(Uint8Array.of(0x30, 0x80))).toBeUndefined()
  })
})

test('the modulus of an RSA key is measured, in either form', () => {
  for (const bits of [1024, 2048]) {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: bits })
    expect(modulusBits(publicKey.export({ type: 'spki', format: 'der' }))).toBe(bits)
    expect(modulusBits(publicKey.export({ type: 'pkcs1', format: 'der' }))).toBe(bits)
  }
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  expect(modulusBits(publicKey.export({ type: 'spki', format: 'der' }))).toBeUndefined()
})
