/** Chromium did not do what it was requested: it could not be started, ended by itself, or took too long. */
export class ChromiumError extends Error {
  readonly kind: 'failed' | 'timeout'

  constructor(kind: ChromiumError['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}
