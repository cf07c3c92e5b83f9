/** What opens an account: secrets, and what else there is to say about it. */
export interface Account {
  credentials: Readonly<Record<string, string>>
  settings: Readonly<Record<string, string>>
}

/** How requests of an account are addressed, and how refusals are read. */
export interface Dialect {
  name: string
  /** The address of the API, without a slash at its end. */
  origin(account: Account): string
  /** Headers that every request carries. */
  authorize(account: Account): Readonly<Record<string, string>>
  /** The provider's own words in the body of a refusal. */
  explain(body: unknown): string | undefined
  /** When a request that came too often may come again, milliseconds from now, where no Retry-After says so. */
  retryAfterMs?(headers: Readonly<Record<string, string>>, nowMs: number): number | undefined
}
