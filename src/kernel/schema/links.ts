import { Type } from '@sinclair/typebox'
import { Actor, Instant } from './pieces.ts'

/** The members that links for visitors without an account have in common. */
export const linkMembers = {
  created_by: Actor,
  created_at: Instant,
  expires_at: Instant,
  opened_at: Type.Optional({ ...Instant, description: 'When it was first opened.' }),
  revoked_at: Type.Optional(Instant),
}

/** The expiry of a new link, with its limits in days. */
export function linkExpiry({ days, maxDays }: { days: number; maxDays: number }) {
  const after = days === 1 ? 'a day' : `${days} days`
  return Type.Optional({ ...Instant, description: `At most ${maxDays} days ahead; after ${after} when omitted.` })
}
