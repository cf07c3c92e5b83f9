/** How a call becomes a request; generated from the OpenAPI document. */
export interface Operation {
  /** `resource.method`. */
  id: string
  method: string
  /** With `{parameters}`. */
  path: string
  query?: readonly string[]
  body?: 'json' | 'form' | 'bytes'
  result: 'none' | 'json' | 'bytes' | 'events'
  auth: 'key' | 'token' | 'session' | 'none'
  /** Accepts an `Idempotency-Key`. */
  once?: boolean
}

export type Parameters = Readonly<Record<string, unknown>>
