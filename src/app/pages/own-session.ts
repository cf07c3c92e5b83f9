import { fail } from '../../kernel/errors/index.ts'
import type { AuditActor } from '../../platform/audit/index.ts'
import type { Caller } from '../../platform/identity/index.ts'
import type { Session } from '../accounts/index.ts'
import { originOf } from './origin.ts'
import type { Visits } from './visits.ts'

/** The signed-in person behind a call of the console. */
export interface OwnSession {
  session: Session
  token: string
  actor: AuditActor
}

/** FORBIDDEN for API keys, which precede the cookie of a request. */
export async function ownSessionOf(visits: Visits, request: Request, { actor }: Caller): Promise<OwnSession> {
  const visit = await visits.read(request)
  if (visit === undefined || visit.session.userId !== actor.id)
    return fail('FORBIDDEN', 'Only a person who is signed in to the console may do this.')
  const { session, token } = visit
  return { session, token, actor: { kind: 'user', id: session.userId, ...originOf(request) } }
}
