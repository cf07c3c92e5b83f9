/** The author of calls that concern webhooks: of the project, or the holder of a link to those of one customer. */
import type { Caller } from '../../platform/identity/index.ts'
import type { Tables } from '../../platform/storage/index.ts'

export type WebhookCaller = Caller & {
  /** For the holder of a link: webhooks of other customers do not exist for it. */
  readonly portal?: PortalBound
}

interface PortalBound {
  readonly customer: string
  /** Event types to which it may subscribe. */
  readonly events: readonly string[]
  /** Every webhook that it adds has this filter or a narrower one. */
  readonly filter: Tables['webhooks']['$inferSelect']['filter']
  /** The creator of the link, with its current permissions: owner of the webhooks, and the max that the holder may view. */
  readonly creator: Caller
}

/** The caller whose permissions count. */
export function rightsOf(caller: WebhookCaller): Caller {
  return caller.portal?.creator ?? caller
}
