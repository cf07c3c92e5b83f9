import { limits } from '../../../kernel/limits.ts'
import type { Config } from '../../../platform/config/index.ts'
import { rolePermissions } from '../../../platform/identity/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import { type SessionEntry, hasIdentity, listPasskeys, listSessions } from '../../accounts/index.ts'
import { type AppScope, type ConnectedApp, listApps, resourceOf, shortScopeTexts } from '../../connected-apps/index.ts'
import { hostOf } from '../host.ts'
import type { OwnSession } from '../own-session.ts'
import { clientName } from './client-name.ts'
import type { Account } from './contract.ts'

/** The signed-in account with its sessions and applications. */
export async function readAccount(
  db: Db,
  { session, token }: Pick<OwnSession, 'session' | 'token'>,
  config: Pick<Config, 'baseUrl' | 'oidc'>,
): Promise<Omit<Account, 'has_second_factor' | 'passkey_origin'>> {
  const { email, name, role, userId } = session
  const { oidc } = config
  const sessions = await listSessions(db, userId, token)
  const apps = await listApps(db, userId)
  const passkeys = await listPasskeys(db, userId)
  return {
    email,
    name,
    role,
    role_summary: rolePermissions[role].summary,
    session_hours: limits.consoleSessionHours,
    password_min: limits.passwordMin,
    provider: oidc === undefined ? null : { name: oidc.name, is_linked: await hasIdentity(db, userId, oidc.issuer) },
    passkeys: passkeys.map(presentPasskey),
    sessions: sessions.map(presentSession),
    apps: apps.map(presentApp),
    agent_url: resourceOf(config),
  }
}

function presentPasskey({
  createdAt,
  id,
  lastUsedAt,
  name,
}: {
  id: string
  name: string
  createdAt: number
  lastUsedAt: number | null
}): Account['passkeys'][number] {
  return {
    id,
    name,
    created_at: printInstant(createdAt),
    last_used_at: lastUsedAt === null ? null : printInstant(lastUsedAt),
  }
}

function presentSession({ createdAt, id, ip, isCurrent, userAgent }: SessionEntry): Account['sessions'][number] {
  return { id, created_at: printInstant(createdAt), ip, client: clientName(userAgent), is_current: isCurrent }
}

function presentApp(app: ConnectedApp): Account['apps'][number] {
  const { createdAt, id, lastUsedAt, name, projectName, redirectUri, scopes } = app
  return {
    id,
    name,
    host: hostOf(redirectUri),
    project: projectName,
    may: scopes.map((scope) => shortScopeTexts[scope as AppScope]),
    created_at: printInstant(createdAt),
    last_used_at: lastUsedAt === null ? null : printInstant(lastUsedAt),
  }
}

function printInstant(ms: number): string {
  return new Date(ms).toISOString()
}
