/** Chromium failed: it could not be started, exited, or took too long. */
export class ChromiumError extends Error {
  readonly kind: 'failed' | 'timeout'

  constructor(kind: ChromiumError['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}
