import type { Config } from '../platform/config/index.ts'
import { OutboundError, type Send } from '../platform/net/index.ts'

/** The way to those who know more of a domain than DNS: the guarded client, or none where the operator switched it off. */
export function lookUpsOf({ verifyLookups }: Pick<Config, 'verifyLookups'>, send: Send): Send {
  return verifyLookups ? send : refuse
}

async function refuse(): Promise<never> {
  throw new OutboundError('aborted', 'Lookups at registries and web servers are disabled (SVC_VERIFY_LOOKUPS).')
}
