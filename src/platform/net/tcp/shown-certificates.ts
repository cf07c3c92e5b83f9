import { X509Certificate } from 'node:crypto'
import type { DetailedPeerCertificate, TLSSocket } from 'node:tls'

/** One certificate of those that the other side showed. */
export interface ShownCertificate {
  readonly der: Uint8Array
  /** The next one signed it. */
  readonly isSignedByNext: boolean
}

const maxCertificates = 10

/** The certificates of a handshake, the other side’s own first, each with whether the next one signed it. */
export function readShown(socket: TLSSocket): ShownCertificate[] {
  const chain: Uint8Array[] = []
  let next: DetailedPeerCertificate | undefined = socket.getPeerCertificate(true)
  const seen = new Set<DetailedPeerCertificate>()
  while (next?.raw !== undefined && !seen.has(next) && chain.length < maxCertificates) {
    seen.add(next)
    chain.push(next.raw)
    next = next.issuerCertificate
  }
  return chain.map((der, index) => ({ der, isSignedByNext: isSignedBy(der, chain[index + 1]) }))
}

function isSignedBy(der: Uint8Array, issuer: Uint8Array | undefined): boolean {
  if (issuer === undefined) return false
  try {
    const [one, other] = [new X509Certificate(der), new X509Certificate(issuer)]
    return one.checkIssued(other) && one.verify(other.publicKey)
  } catch {
    // A certificate that cannot be read is signed by nobody.
    return false
  }
}
