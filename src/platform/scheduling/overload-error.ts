import { ServiceError } from '../../kernel/errors/index.ts'

/**
 * Work was refused because too much is waiting: of the partition itself (429), or of everyone (503). Carries Retry-After,
 * and is answered as it is.
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
