import { fail } from '../../kernel/errors/index.ts'
import { createId } from '../../kernel/ids/index.ts'
import { limits } from '../../kernel/limits.ts'
import { type AuditActor, recordAct } from '../../platform/audit/index.ts'
import type { Db } from '../../platform/storage/index.ts'
import { createAppToken, hashAppToken } from './app-token.ts'
import type { AuthorizationRequest } from './authorization-request.ts'
import type { AppScope } from './scopes.ts'
import {
  type AppRow,
  deleteApp,
  deleteDeadApps,
  deleteTokensBefore,
  insertApp,
  insertTokens,
  selectApps,
} from './store.ts'

/** An application in the list of an account. */
export interface ConnectedApp extends Pick<AppRow, 'id' | 'name' | 'redirectUri' | 'createdAt' | 'lastUsedAt'> {
  scopes: readonly string[]
  projectName: string
}

export interface Consent {
  request: AuthorizationRequest
  scopes: readonly AppScope[]
  projectId: string
  companyId: string
  /** The account. */
  actor: AuditActor
}

const dayMs = 86_400_000

/** Connects an application and returns its authorization code. LIMIT_REACHED. */
export async function connectApp(db: Db, { actor, companyId, projectId, request, scopes }: Consent): Promise<string> {
  const now = db.nowMs()
  const code = createAppToken('code')
  // Codes and refresh tokens that were used are stored longer, to notice that they are used again.
  await deleteTokensBefore(db, now - dayMs)
  await deleteDeadApps(db, actor.id, now)
  if ((await selectApps(db, actor.id, now)).length >= limits.connectedApps)
    fail('LIMIT_REACHED', `An account may connect ${limits.connectedApps} apps. Disconnect one first.`)
  const { client, challenge, redirectUri } = request
  const app = {
    id: createId('connectedApp'),
    userId: actor.id,
    projectId,
    clientId: client.id,
    name: client.name,
    redirectUri,
    scopes: [...scopes],
    createdAt: now,
    lastUsedAt: null,
  }
  await insertApp(db, app)
  const expiresAt = now + limits.appCodeSeconds * 1000
  const hash = hashAppToken(code)
  await insertTokens(db, [{ hash, appId: app.id, kind: 'code', challenge, createdAt: now, expiresAt, usedAt: null }])
  const detail = { name: app.name, scopes, redirect_uri: redirectUri }
  await recordAct(db, { actor, companyId, projectId }, ['app.connected', app.id], detail)
  return code
}

/** The latest first. */
export async function listApps(db: Db, userId: string): Promise<ConnectedApp[]> {
  return (await selectApps(db, userId, db.nowMs())).map(({ app, projectName }) => ({ ...app, projectName }))
}

/** Ends all access of an application of the account; one that does not exist is ignored. */
export async function disconnectApp(
  db: Db,
  { id, companyId, actor, action = 'app.disconnected' }: Disconnection,
): Promise<void> {
  const app = await deleteApp(db, id, actor.id)
  if (app === undefined) return
  const { name, projectId } = app
  await recordAct(db, { actor, companyId, projectId }, [action, id], { name })
}

export interface Disconnection {
  id: string
  companyId: string
  /** The account. */
  actor: AuditActor
  action?: 'app.disconnected' | 'app.token_reused'
}
