/** Chromium did not do what it was asked for: it could not be started, ended by itself, took too long, or too many wait. */
export class ChromiumError extends Error {
  readonly kind: 'failed' | 'timeout' | 'busy'

  constructor(kind: ChromiumError['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}
