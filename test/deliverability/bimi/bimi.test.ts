/** The logo beside a domain's mail: its record, what SVG Tiny PS allows, and the certificate that vouches for it. */
import { describe, expect, test } from 'bun:test'
import 'reflect-metadata'
import * as x509 from '@peculiar/x509'
import fc from 'fast-check'
import { type BimiDeps, type FetchFile, checkBimi, evaluateLogo } from '../../../src/deliverability/bimi/index.ts'
import { daysFromNow } from '../../support/certificates.ts'
import { type Zone, resolverOf } from '../zone.ts'

const svg = (inside = '', attributes = 'viewBox="0 0 100 100"', title = '<title>Example Ltd</title>') =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<svg xmlns="http://www.w3.org/2000/svg" version="1.2" baseProfile="tiny-ps" ${attributes}>${title}<circle cx="50" cy="50" r="40" fill="#123456"/>${inside}</svg>\n`
const bytes = (text: string) => new TextEncoder().encode(text)
const codes = (text: string | Uint8Array) =>
  evaluateLogo(typeof text === 'string' ? bytes(text) : text).findings.map(({ code }) => code.slice('bimi.'.length))

describe('a logo', () => {
  test('in SVG Tiny PS is valid, and has a title', () => {
    expect(evaluateLogo(bytes(svg('<g><path d="M0 0h1"/></g><use href="#a"/>')))).toEqual({
      findings: [],
      title: 'Example Ltd',
    })
  })
  const cases: [name: string, logo: string, codes: string[]][] = [
    ['of full SVG', svg().replace(' version="1.2" baseProfile="tiny-ps"', ''), ['svg_profile']],
    ['without a namespace', svg().replace(' xmlns="http://www.w3.org/2000/svg"', ''), ['svg_profile']],
    ['without a title', svg('', 'viewBox="0 0 9 9"', ''), ['svg_title']],
    ['whose title is inside something', svg('', 'viewBox="0 0 9 9"', '<g><title>x</title></g>'), ['svg_title']],
    ['that is not square', svg('', 'viewBox="0 0 200 100"'), ['svg_square']],
    ['without a viewBox', svg('', 'width="100" height="100"'), ['svg_square']],
    ['with a place', svg('', 'x="1" y="2" viewBox="0 0 9 9"'), ['svg_position']],
    ['with a script', svg('<script>alert(1)</script>'), ['svg_forbidden']],
    ['with a script in capitals', svg('<SCRIPT/>'), ['svg_forbidden']],
    ['with an event', svg('<g onload="x()"/>'), ['svg_forbidden']],
    ['with a picture of dots', svg('<image href="data:image/png;base64,AA"/>'), ['svg_forbidden']],
    ['that leads elsewhere', svg('<use xlink:href="https://x.test/a.svg#b"/>'), ['svg_forbidden']],
    ['that paints from elsewhere', svg('<g fill="url(https://x.test/a)"/>'), ['svg_forbidden']],
    ['that moves', svg('<animate/>'), ['svg_forbidden']],
    ['with HTML inside', svg('<foreignObject/>'), ['svg_forbidden']],
    ['with entities', svg().replace('?>', '?><!DOCTYPE svg [<!ENTITY a "b">]>'), ['svg_broken']],
    ['with a DOCTYPE', svg().replace('?>', '?><!DOCTYPE svg>'), ['svg_forbidden']],
    ['with what the profile lacks', svg('<filter/><mask/>'), ['svg_element']],
    ['of more than 32 KB', svg(`<path d="${'M0 0'.repeat(9000)}"/>`), ['logo_size']],
    ['that is a page', '<!doctype html><html><body>Not found</body></html>', ['svg_broken']],
    ['that is cut off', svg().slice(0, -20), ['svg_broken']],
    ['that is nothing', '', ['svg_broken']],
    ['whose tags cross', svg('<g><path></g></path>'), ['svg_broken']],
    ['with an attribute twice', svg('<g id="a" id="b"/>'), ['svg_broken']],
    ['with a NUL', svg('\0'), ['svg_broken']],
  ]
  test.each(cases)('%s is reported', (_name, logo, found) => expect(codes(logo)).toEqual(found))
  test('that is not text is not a logo', () => expect(codes(Uint8Array.of(0xff, 0xfe, 0x00))).toEqual(['svg_broken']))
  test('with any content is checked in linear time', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 500 }), (some) => expect(() => evaluateLogo(some)).not.toThrow()))
    const part = fc.constantFrom(
      '<',
      '>',
      '</',
      '<svg ',
      '"',
      "'",
      '=',
      '<!--',
      '-->',
      '<![CDATA[',
      ' ',
      'a',
      '&',
      '/>',
    )
    fc.assert(fc.property(fc.array(part), (parts) => expect(() => evaluateLogo(bytes(parts.join('')))).not.toThrow()))
    for (const hostile of [
      '<a '.repeat(40_000),
      `<a${' '.repeat(120_000)}`,
      '<g>'.repeat(40_000),
      `<a b="${'<'.repeat(99_999)}`,
    ])
      expect(codes(hostile)).toEqual(['svg_broken'])
  })
})

/** A mark certificate for names, with a logo inside. */
async function markCertificate(
  names: string[],
  inside: string,
  {
    until = 30,
    purpose = '1.3.6.1.5.5.7.3.31',
    issuer = 'CN=DigiCert Verified Mark RSA4096 SHA256 2021 CA1, O=DigiCert, C=US',
  } = {},
) {
  const keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
  const packed = Buffer.from(Bun.gzipSync(bytes(inside))).toString('base64')
  const certificate = await x509.X509CertificateGenerator.create({
    subject: 'CN=Example Ltd, O=Example Ltd, C=DE',
    issuer,
    publicKey: keys.publicKey,
    signingKey: keys.privateKey,
    notBefore: daysFromNow(-60),
    notAfter: daysFromNow(until),
    signingAlgorithm: { name: 'ECDSA', hash: 'SHA-256' },
    extensions: [
      new x509.SubjectAlternativeNameExtension(names.map((value) => ({ type: 'dns' as const, value }))),
      new x509.ExtendedKeyUsageExtension([purpose]),
      new x509.Extension('1.3.6.1.5.5.7.1.12', false, bytes(`data:image/svg+xml;base64,${packed}`)),
    ],
  })
  return certificate.toString('pem')
}

describe('a domain', () => {
  const record = 'v=BIMI1; l=https://a.test/logo.svg; a=https://a.test/vmc.pem'
  const files =
    (logo: string | Uint8Array, pem: string): FetchFile =>
    async (url) =>
      url.endsWith('.svg')
        ? { bytes: typeof logo === 'string' ? bytes(logo) : logo, mediaType: 'image/svg+xml' }
        : { bytes: bytes(pem) }
  const check = async (
    fetchFile: FetchFile,
    given: Partial<BimiDeps> & { records?: string[]; zone?: Zone; domain?: string } = {},
  ) => {
    const { domain = 'a.test', records = [record], zone = { 'TXT default._bimi.a.test': records }, ...deps } = given
    const { resolve } = resolverOf(zone)
    const registrable = (name: string) => name.split('.').slice(-2).join('.')
    return checkBimi(domain, { resolve, registrable, fetchFile, policy: 'reject', now: Date.now(), ...deps })
  }
  const notified = async (...given: Parameters<typeof check>) => {
    const { findings, state } = await check(...given)
    return [state, ...findings.map(({ code }) => code.slice('bimi.'.length))]
  }

  test('with logo and certificate has a verified name', async () => {
    const found = await check(files(svg(), await markCertificate(['a.test'], svg())))
    expect(found).toMatchObject({
      state: 'pass',
      findings: [],
      found_at: 'a.test',
      logo: { url: 'https://a.test/logo.svg', title: 'Example Ltd' },
      certificate: { subject: 'CN=Example Ltd, O=Example Ltd, C=DE', names: ['a.test'] },
    })
  })
  test('may have a certificate for the selector only', async () =>
    expect(await notified(files(svg(), await markCertificate(['default._bimi.a.test'], svg())))).toEqual(['pass']))
  test('may serve a compressed logo', async () => {
    const packed = Bun.gzipSync(bytes(svg()))
    expect(await notified(files(packed, await markCertificate(['a.test'], svg())))).toEqual(['pass'])
    expect(
      await notified(files(Bun.gzipSync(new Uint8Array(3_000_000)), ''), {
        records: ['v=BIMI1; l=https://a.test/logo.svg'],
      }),
    ).toEqual(['fail', 'svg_broken', 'no_certificate'])
  })
  test('gets a finding about an invalid certificate', async () => {
    const pem = async (...given: Parameters<typeof markCertificate>) => files(svg(), await markCertificate(...given))
    expect(await notified(await pem(['b.test'], svg()))).toEqual(['fail', 'certificate_domain'])
    expect(await notified(await pem(['a.test'], svg('<g/>')))).toEqual(['fail', 'certificate_logo'])
    expect(await notified(await pem(['a.test'], svg(), { until: -1 }))).toEqual(['fail', 'certificate_expired'])
    expect(await notified(await pem(['a.test'], svg(), { purpose: '1.3.6.1.5.5.7.3.1' }))).toEqual([
      'fail',
      'certificate_purpose',
    ])
    for (const issuer of ['CN=Example Ltd', "CN=R11, O=Let's Encrypt, C=US"])
      expect(await notified(await pem(['a.test'], svg(), { issuer }))).toEqual(['warn', 'certificate_issuer'])
    for (const issuer of [
      'CN=Entrust Verified Mark CA - VMC1, O="Entrust, Inc.", C=US',
      'CN=GlobalSign Atlas R42 Verified Mark CA, O=GlobalSign nv-sa, C=BE',
      'CN=SSL.com VMC RSA SubCA R1, O=SSL Corporation, C=US',
    ])
      expect(await notified(await pem(['a.test'], svg(), { issuer }))).toEqual(['pass'])
    expect(await notified(files(svg(), 'no certificate'))).toEqual(['fail', 'certificate_broken'])
  })
  test('falls back to the logo of the organizational domain', async () => {
    const records = { 'TXT default._bimi.a.test': ['v=BIMI1; l=https://a.test/logo.svg'] }
    const found = await check(files(svg(), ''), { zone: records, domain: 'news.a.test' })
    expect(found).toMatchObject({ state: 'pass', found_at: 'a.test', findings: [{ code: 'bimi.no_certificate' }] })
  })
  const none: FetchFile = async () => ({ problem: 'the answer is 404.', isLocalFailure: false })
  const lost: FetchFile = async () => ({ problem: 'nobody answered.', isLocalFailure: true })
  const cases: [name: string, notified: string[], given: Parameters<typeof notified>][] = [
    ['whose files are not there', ['fail', 'logo_fetch', 'certificate_fetch'], [none]],
    ['whose files we cannot reach', ['pass', 'unreached', 'unreached'], [lost]],
    ['that watches only', ['fail', 'dmarc', 'unreached', 'unreached'], [lost, { policy: 'none' }]],
    ['that wants no logo', ['none', 'declined'], [none, { records: ['v=BIMI1; l=; a=;'] }]],
    ['with two records', ['fail', 'several'], [none, { records: [record, record] }]],
    [
      'without encryption',
      ['fail', 'logo', 'certificate_address'],
      [none, { records: ['v=BIMI1; l=http://a.test/l; a=file:///etc/passwd'] }],
    ],
    ['without a record', ['none', 'none'], [none, { zone: {} }]],
    ['that cannot be asked', ['unmeasured', 'dns'], [none, { zone: { 'TXT default._bimi.a.test': 'timeout' } }]],
  ]
  test.each(cases)('%s', async (_name, expected, given) => expect(await notified(...given)).toEqual(expected))
})
