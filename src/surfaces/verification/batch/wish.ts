import type { CreateBatch } from './contract.ts'

/** How a batch is wanted. */
export interface BatchWish {
  readonly skipsSmtp: boolean
  readonly asksDomain: boolean
  readonly asksGravatar: boolean
  readonly callbackUrl?: string | undefined
}

/** How a call wants its batch. */
export function readWish(body: Pick<CreateBatch, 'callback_url' | 'include_intelligence' | 'options'>): BatchWish {
  const { callback_url: callbackUrl, include_intelligence: asksDomain, options } = body
  const { check_gravatar: asksGravatar = false, skip_smtp: skipsSmtp = false } = options ?? {}
  return { skipsSmtp, asksGravatar, asksDomain: asksDomain === true, callbackUrl }
}
