/** One request to somewhere else. */
export interface OutboundRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'
  readonly url: string
  /** Host and the headers that frame the message are ours; a line break or a character outside ASCII is refused. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** From the first step to the last byte of the answer: resolving, connecting, redirects, body. */
  readonly timeoutMs: number
  readonly maxBodyBytes: number
  /** Whether a larger body is cut there, or the request fails with `too_large`. */
  readonly onTooLarge: 'cut' | 'refuse'
  /** How many redirects are followed, for GET and HEAD; 0 unless given. Each target is judged like the first. */
  readonly redirects?: number
  /** Whether a compressed body is requested and unpacked; maxBodyBytes then holds for the unpacked one as well. */
  readonly decompress?: boolean
  readonly signal?: AbortSignal
}

/** What came back, whatever its status. */
export interface OutboundAnswer {
  readonly status: number
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  /** The body is only the beginning of what was sent. */
  readonly isCut: boolean
  /** The URL that answered, after redirects. */
  readonly url: string
  /** The address that was dialled. */
  readonly address: string
}

/** Sends one request. Rejects with OutboundError and with nothing else. */
export type Send = (request: OutboundRequest) => Promise<OutboundAnswer>
