import { ServiceError } from '../../kernel/errors/index.ts'

/**
 * Work was refused because the queue of the partition (429) or of the service (503) is full. Has Retry-After, and is sent to
 * the client unchanged.
 */
export class OverloadError extends ServiceError {
  readonly scope: 'partition' | 'service'
  readonly retryAfterSeconds: number

  constructor(scope: 'partition' | 'service', retryAfterSeconds: number) {
    super(scope === 'partition' ? 'RATE_LIMIT_EXCEEDED' : 'SERVICE_UNAVAILABLE', {
      detail:
        scope === 'partition'
          ? 'Too many requests of this project are in progress. Send fewer at the same time.'
          : 'Too many requests are in progress.',
      headers: { 'retry-after': String(retryAfterSeconds) },
    })
    this.name = 'OverloadError'
    this.scope = scope
    this.retryAfterSeconds = retryAfterSeconds
  }
}
