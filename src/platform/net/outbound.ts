export interface OutboundRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'
  readonly url: string
  /** Host and the headers that frame the message are set here; a line break or a character outside ASCII is refused. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** Covers all steps up to the last byte of the response: resolving, connecting, redirects, body. */
  readonly timeoutMs: number
  readonly maxBodyBytes: number
  /** A larger body is truncated, or the request fails with `too_large`. */
  readonly onTooLarge: 'cut' | 'refuse'
  /** Max redirects to follow, for GET and HEAD; default 0. Each target is checked like the first. */
  readonly redirects?: number
  /** Requests a compressed body and decompresses it; maxBodyBytes then also limits the decompressed one. */
  readonly decompress?: boolean
  readonly signal?: AbortSignal
}

/** A response with any status. */
export interface OutboundAnswer {
  readonly status: number
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  /** True if the body is truncated. */
  readonly isCut: boolean
  /** The final URL after redirects. */
  readonly url: string
  /** The IP address of the server. */
  readonly address: string
}

/** Sends one request. Rejects only with OutboundError. */
export type Send = (request: OutboundRequest) => Promise<OutboundAnswer>
