import { X509Certificate } from 'node:crypto'
import type { DetailedPeerCertificate, TLSSocket } from 'node:tls'

/** One certificate of the peer's chain. */
export interface ShownCertificate {
  readonly der: Uint8Array
  /** True if the next certificate signed it. */
  readonly isSignedByNext: boolean
}

const maxCertificates = 10

/** The certificates of a handshake, the peer's own first. */
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
    // A certificate that cannot be parsed counts as unsigned.
    return false
  }
}
