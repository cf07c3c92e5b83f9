/** Credentials and settings of an account. */
export interface Account {
  credentials: Readonly<Record<string, string>>
  settings: Readonly<Record<string, string>>
}

/** Authentication and error format of an API. */
export interface Dialect {
  name: string
  /** Base URL of the API, without a trailing slash. */
  origin(account: Account): string
  /** Headers of every request. */
  authorize(account: Account): Readonly<Record<string, string>>
  /** The provider's message in the body of an error response. */
  explain(body: unknown): string | undefined
  /** Delay before a rate-limited request may be retried, milliseconds; used without a Retry-After header. */
  retryAfterMs?(headers: Readonly<Record<string, string>>, nowMs: number): number | undefined
}
