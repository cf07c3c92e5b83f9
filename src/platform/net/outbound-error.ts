export type OutboundFailure =
  'invalid_url' | 'blocked_address' | 'dns' | 'connect' | 'tls' | 'timeout' | 'too_large' | 'protocol' | 'aborted'

/** Why a request did not get an answer. The message is one sentence for the user who gave the URL. */
export class OutboundError extends Error {
  readonly kind: OutboundFailure

  constructor(kind: OutboundFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'OutboundError'
    this.kind = kind
  }
}
