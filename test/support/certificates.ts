import 'reflect-metadata'
import * as x509 from '@peculiar/x509'

/** A key and its certificate in PEM, as a server takes them. */
export interface Identity {
  readonly key: string
  readonly cert: string
}

/** A certificate authority of one test run. */
export interface Authority {
  /** Its own certificate, PEM. */
  readonly ca: string
  /** A certificate for the names (or addresses), valid from yesterday for a month unless told otherwise. */
  issue(names: readonly string[], validity?: { from: Date; until: Date }): Promise<Identity>
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const dayMs = 86_400_000

/** The time `days` days from now. */
export function daysFromNow(days: number): Date {
  return new Date(Date.now() + days * dayMs)
}

/** Makes an authority with a key of its own. */
export async function createAuthority(name = 'Test authority'): Promise<Authority> {
  const keys = await makeKeys()
  const root = await x509.X509CertificateGenerator.createSelfSigned({
    name: `CN=${name}`,
    keys,
    notBefore: daysFromNow(-1),
    notAfter: daysFromNow(30),
    signingAlgorithm: algorithm,
    extensions: [
      new x509.BasicConstraintsExtension(true, 1, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
    ],
  })
  return {
    ca: root.toString('pem'),
    issue: (names, { from, until } = { from: daysFromNow(-1), until: daysFromNow(30) }) =>
      issueFor(names, { issuer: root.subject, signingKey: keys.privateKey, notBefore: from, notAfter: until }),
  }
}

/** A certificate that vouches for itself. */
export async function selfSigned(name: string): Promise<Identity> {
  const keys = await makeKeys()
  const cert = await x509.X509CertificateGenerator.createSelfSigned({
    name: `CN=${name}`,
    keys,
    notBefore: daysFromNow(-1),
    notAfter: daysFromNow(30),
    signingAlgorithm: algorithm,
    extensions: [alternativeNames([name])],
  })
  return { key: await pemOf(keys.privateKey), cert: cert.toString('pem') }
}

async function issueFor(
  names: readonly string[],
  signing: { issuer: string; signingKey: CryptoKey; notBefore: Date; notAfter: Date },
): Promise<Identity> {
  const keys = await makeKeys()
  const cert = await x509.X509CertificateGenerator.create({
    ...signing,
    subject: `CN=${names[0] ?? ''}`,
    publicKey: keys.publicKey,
    signingAlgorithm: algorithm,
    extensions: [alternativeNames(names)],
  })
  return { key: await pemOf(keys.privateKey), cert: cert.toString('pem') }
}

function alternativeNames(names: readonly string[]): x509.SubjectAlternativeNameExtension {
  return new x509.SubjectAlternativeNameExtension(
    names.map((value) => ({ type: /^[\d.]+$|:/.test(value) ? ('ip' as const) : ('dns' as const), value })),
  )
}

async function makeKeys(): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
}

async function pemOf(key: CryptoKey): Promise<string> {
  return x509.PemConverter.encode(await crypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY')
}
