import type { CreateBatch } from './contract.ts'

export interface BatchOptions {
  readonly skipsSmtp: boolean
  readonly includesDomain: boolean
  readonly includesGravatar: boolean
  /** How long after the creation temporary results are retried, milliseconds; null without a limit. */
  readonly maxWaitMs: number | null
  readonly callbackUrl?: string | undefined
}

export function readOptions(
  body: Pick<CreateBatch, 'callback_url' | 'include_intelligence' | 'options'>,
): BatchOptions {
  const { callback_url: callbackUrl, include_intelligence: includesDomain, options = {} } = body
  const { check_gravatar: includesGravatar = false, skip_smtp: skipsSmtp = false } = options
  const maxWaitMs = readMaxWait(options.max_wait, options.retries)
  return { skipsSmtp, includesGravatar, includesDomain: includesDomain === true, maxWaitMs, callbackUrl }
}

export function readMaxWait(maxWaitSeconds: number | undefined, retries: boolean | undefined): number | null {
  if (retries === false) return 0
  return maxWaitSeconds === undefined ? null : maxWaitSeconds * 1000
}
