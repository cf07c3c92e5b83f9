import { createHash } from 'node:crypto'
import { fail } from '../../kernel/errors/index.ts'
import type { BrowserSessions } from '../../platform/http/index.ts'
import { type Caller, limitsIn, rolePermissions } from '../../platform/identity/index.ts'
import type { Store } from '../../platform/storage/index.ts'
import { type Project, listProjects } from '../../surfaces/projects/index.ts'
import { type Session, readSession } from './sessions.ts'

/** The cookie with the session token. */
interface TokenCookie {
  read(request: Request): string | undefined
  write(token: string): string
}

/** Callers of the API by the session of the console, with the permissions of their role. */
export function createSessionCallers(store: Store, cookie: TokenCookie): BrowserSessions {
  return {
    tokenOf: (request) => cookie.read(request),
    csrfOf,
    async authenticate(request, token, headers) {
      const session = (await readSession(store, token)) ?? fail('UNAUTHORIZED', 'Sign in again: the session has ended.')
      if (session.isRenewed) headers['set-cookie'] = cookie.write(token)
      return callerIn(await chosenProject(store, session.companyId, request.headers.get('svc-project')), session)
    },
  }
}

/** Proves that a page of the session sent a request; reveals nothing of the token, and differs from its stored hash. */
export function csrfOf(token: string): string {
  return createHash('sha256').update(`svc csrf ${token}`).digest('base64url')
}

async function chosenProject(store: Store, companyId: string, id: string | null): Promise<Project> {
  const projects = await listProjects(store.read, companyId)
  const project = id === null ? projects[0] : projects.find((each) => each.id === id)
  return project ?? fail('PROJECT_NOT_FOUND')
}

function callerIn({ companyId, id, settings }: Project, { name, role, userId }: Session): Caller {
  const own = limitsIn(settings)
  return {
    projectId: id,
    companyId,
    actor: { kind: 'user', id: userId, name },
    scopes: rolePermissions[role].scopes,
    role,
    ...(own === undefined ? {} : { limits: own }),
  }
}
