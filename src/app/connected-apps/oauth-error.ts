/** A refused request of an application: an error code of RFC 6749, 7591 or 8707, and a sentence for its developer. */
export class OAuthError extends Error {
  readonly code: string
  readonly status: number

  constructor(code: string, description: string, status = 400) {
    super(description)
    this.name = 'OAuthError'
    this.code = code
    this.status = status
  }
}
