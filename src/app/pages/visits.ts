import type { Config } from '../../platform/config/index.ts'
import type { Store } from '../../platform/storage/index.ts'
import { type Session, endSession, openSession, readSession } from '../accounts/index.ts'
import { clientOf, originOf } from './origin.ts'
import { sessionCookie } from './cookies.ts'

/** A request of a signed-in user, with the headers that renew the session. */
export interface Visit {
  session: Session
  /** Value of the cookie. */
  token: string
  headers: Record<string, string>
}

export interface Visits {
  read(request: Request): Promise<Visit | undefined>
  /** Replaces the session of the browser; returns the cookie. */
  open(request: Request, userId: string): Promise<string>
  /** Ends the session; returns the header that deletes the cookie. */
  end(request: Request): Promise<string>
}

export function createVisits({ store, config }: { store: Store; config: Pick<Config, 'appUrl'> }): Visits {
  const cookie = sessionCookie(config.appUrl)
  const end = async (request: Request) => {
    const token = cookie.read(request)
    if (token !== undefined) await endSession(store, token, originOf(request))
    return cookie.remove
  }
  return {
    async read(request) {
      const token = cookie.read(request)
      const session = token === undefined ? undefined : await readSession(store, token)
      if (token === undefined || session === undefined) return undefined
      return { session, token, headers: session.isRenewed ? { 'Set-Cookie': cookie.write(token) } : {} }
    },
    async open(request, userId) {
      await end(request)
      return cookie.write(await openSession(store, userId, clientOf(request)))
    },
    end,
  }
}
