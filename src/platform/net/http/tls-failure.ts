import { OutboundError } from '../outbound-error.ts'

const explanations: readonly [code: RegExp, message: string][] = [
  [/ALTNAME/, 'The certificate of the server is for another name.'],
  [/EXPIRED/, 'The certificate of the server has expired.'],
  [/NOT_YET_VALID/, 'The certificate of the server is not valid yet.'],
  [/SELF_SIGNED|DEPTH_ZERO/, 'The certificate of the server is self-signed.'],
  [/UNABLE_TO|VERIFY|UNTRUSTED|INVALID_CA|CHAIN/, 'The certificate of the server was issued by nobody known here.'],
]

/** The failure of a TLS handshake in words; the error's code is that of OpenSSL or Node. */
export function explainTls(error: Error | null): OutboundError {
  const code = error !== null && 'code' in error ? String(error.code) : ''
  const message = explanations.find(([pattern]) => pattern.test(code))?.[1]
  return new OutboundError('tls', message ?? 'The server did not complete the TLS handshake.', { cause: error })
}
