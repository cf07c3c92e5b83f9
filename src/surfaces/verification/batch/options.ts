import type { CreateBatch } from './contract.ts'

export interface BatchOptions {
  readonly skipsSmtp: boolean
  readonly includesDomain: boolean
  readonly includesGravatar: boolean
  readonly callbackUrl?: string | undefined
}

export function readOptions(
  body: Pick<CreateBatch, 'callback_url' | 'include_intelligence' | 'options'>,
): BatchOptions {
  const { callback_url: callbackUrl, include_intelligence: includesDomain, options } = body
  const { check_gravatar: includesGravatar = false, skip_smtp: skipsSmtp = false } = options ?? {}
  return { skipsSmtp, includesGravatar, includesDomain: includesDomain === true, callbackUrl }
}
