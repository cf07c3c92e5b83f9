import { OutboundError } from '../outbound-error.ts'

const explanations: readonly [code: RegExp, message: string][] = [
  [/ALTNAME/, 'The certificate of the server is for another name.'],
  [/EXPIRED/, 'The certificate of the server has expired.'],
  [/NOT_YET_VALID/, 'The certificate of the server is not valid yet.'],
  [/SELF_SIGNED|DEPTH_ZERO/, 'The certificate of the server is self-signed.'],
  [/UNABLE_TO|VERIFY|UNTRUSTED|INVALID_CA|CHAIN/, 'The certificate of the server was issued by an unknown authority.'],
  [/ECONNREFUSED/, 'The server refused the connection.'],
  [/EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EADDRNOTAVAIL/, 'The server could not be reached.'],
]

/** Maps a failed TLS handshake to an error message; `code` is Node's or OpenSSL's. */
export function explainTls(error: Error): OutboundError {
  const code = 'code' in error ? String(error.code) : ''
  const message = explanations.find(([pattern]) => pattern.test(code))?.[1]
  const isBelowTls = /^E(CONNREFUSED|HOSTUNREACH|NETUNREACH|TIMEDOUT|ADDRNOTAVAIL)$/.test(code)
  return new OutboundError(
    isBelowTls ? 'connect' : 'tls',
    message ?? 'The server did not complete the TLS handshake.',
    {
      cause: error,
    },
  )
}
