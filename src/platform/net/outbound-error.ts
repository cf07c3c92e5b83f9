export type OutboundFailure =
  'invalid_url' | 'blocked_address' | 'dns' | 'connect' | 'tls' | 'timeout' | 'too_large' | 'protocol' | 'aborted'

/** A failed request. The message is one sentence for the user who configured the URL. */
export class OutboundError extends Error {
  readonly kind: OutboundFailure

  constructor(kind: OutboundFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'OutboundError'
    this.kind = kind
  }
}
