/** End of the data. `garbled` and `too_long` come from the reply reader; `closed` may occur at any time. */
export type WireEnd = 'timeout' | 'closed' | 'too_long' | 'garbled' | 'aborted'

/** Result of a TLS upgrade. `problem` is the reason for an untrusted certificate, or for the failure of TLS. */
export interface TlsUpgrade {
  readonly isEncrypted: boolean
  readonly isTrusted: boolean
  readonly protocol?: string
  readonly problem?: string
  /** The presented certificates, the leaf first, if the wire records them. */
  readonly shown?: () => readonly { readonly der: Uint8Array; readonly isSignedByNext: boolean }[]
}

/** A connection to a mail server. */
export interface Wire {
  /** Queues bytes; write errors surface on the next read. */
  write(bytes: Uint8Array): void
  /** True if unread bytes are buffered. */
  readonly hasArrived: boolean
  /** The next bytes, or the reason for having none. */
  read(timeoutMs: number): Promise<Uint8Array | WireEnd>
  /** TLS handshake with the expected host name of the certificate. */
  startTls(host: string, timeoutMs: number): Promise<TlsUpgrade>
  /** Closes at once, unless data is being sent. */
  close(): void
}
