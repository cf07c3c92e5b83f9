import type { Config } from '../platform/config/index.ts'
import { OutboundError, type Send } from '../platform/net/index.ts'

/** The guarded HTTP client for sources other than DNS; it refuses all requests if lookups are disabled. */
export function lookUpsOf({ verifyLookups }: Pick<Config, 'verifyLookups'>, send: Send): Send {
  return verifyLookups ? send : refuse
}

async function refuse(): Promise<never> {
  throw new OutboundError('aborted', 'Lookups at registries and web servers are disabled (SVC_VERIFY_LOOKUPS).')
}
