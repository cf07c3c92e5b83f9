/**
 * Authenticates requests of the plugin surface: a token of the project, and, except for init, the session opened by init.
 */
import { fail } from '../../kernel/errors/index.ts'
import { createPluginSecret, demoProjectId } from '../../kernel/ids/index.ts'
import type { TakeQuota, AuthScheme } from '../../platform/http/index.ts'
import {
  type Caller,
  type PluginToken,
  type PluginTokenPayload,
  type Right,
  endUserOf,
  isSignedWith,
  lifeOf,
  readPluginToken,
} from '../../platform/identity/index.ts'
import type { Plugin } from '../projects/index.ts'
import type { ResolveAccount } from './accounts/resolve-account.ts'
import type { Contexts } from './contexts.ts'
import type { Session, Sessions } from './sessions/sessions.ts'

export interface Visit {
  plugin: Plugin
  user: PluginTokenPayload
  /** The Secret Key that the token was signed with. */
  secret: string
}

export interface Admission {
  /** For init: a token. Rate limited per user of the token and, with a higher limit, per project. */
  readonly token: AuthScheme
  /** For requests of the SDK on behalf of the host: token and session. Counts against the same limits as init. */
  readonly session: AuthScheme
  /** For requests of an open editor: token and session, with limits of their own per user and, higher, per project. */
  readonly editor: AuthScheme
  /** For requests that store a file: like `session`, with additional limits in the editor demo. */
  readonly file: AuthScheme
  visitOf(request: Request): Visit
  /** The session of the request. */
  sessionOf(request: Request): Session
}

export interface AdmissionDeps {
  contexts: Contexts
  sessions: Sessions
  resolveAccount: ResolveAccount
  takePlugin: TakeQuota
  takePluginProject: TakeQuota
  takeEditor: TakeQuota
  takeEditorProject: TakeQuota
  /** Shared by all visitors of the editor demo, in place of the project limits. */
  takeDemoPlugin: TakeQuota
  takeDemoEditor: TakeQuota
  /** Exports and previews in the editor demo, per visitor; the next one is for all visitors. */
  takeDemoFile: TakeQuota
  takeDemoFileOfAll: TakeQuota
}

const refusals = ['PLUGIN_AUTH_INVALID', 'PLUGIN_AUTH_EXPIRED'] as const

export function createAdmission({
  contexts,
  sessions,
  resolveAccount,
  takePlugin,
  takePluginProject,
  takeEditor,
  takeEditorProject,
  takeDemoPlugin,
  takeDemoEditor,
  takeDemoFile,
  takeDemoFileOfAll,
}: AdmissionDeps): Admission {
  const visits = new WeakMap<Request, Visit>()
  const opened = new WeakMap<Request, Session>()
  // Unknown plugins are checked against a decoy secret, so that the response time does not reveal which Plugin IDs exist.
  const decoy = createPluginSecret()

  async function check(request: Request): Promise<Visit> {
    const token = readPluginToken(request.headers.get('es-plugin-auth') ?? '')
    if (token === undefined) fail('PLUGIN_AUTH_INVALID', malformed)
    const plugin = await contexts.find(token.pluginId)
    if (plugin === undefined) isSignedWith(token, decoy)
    const secret = plugin && secretOf(token, plugin)
    if (plugin === undefined || secret === undefined) fail('PLUGIN_AUTH_INVALID')
    const life = lifeOf(token, Date.now())
    // A session token expires with its session, and the host cannot sign a replacement.
    if (life === 'expired' && token.payload.binding !== undefined) fail('SESSION_EXPIRED')
    if (life === 'expired') fail('PLUGIN_AUTH_EXPIRED')
    if (token.problem !== undefined) fail('PLUGIN_AUTH_INVALID', token.problem)
    if (life === 'too-long') fail('PLUGIN_AUTH_INVALID', 'expires may be at most 24 hours from now, in milliseconds.')
    const visit = { plugin, user: token.payload, secret }
    visits.set(request, visit)
    return visit
  }

  async function open(request: Request, visit: Visit): Promise<Session> {
    const id = request.headers.get('svc-session')
    const session = id === null ? undefined : await sessions.find(id)
    const { binding, userId } = visit.user
    const isOwn = session?.projectId === visit.plugin.projectId && session.userId === userId
    const isBound = binding === undefined || binding.session === session?.hash
    if (session === undefined || !isOwn || !isBound) fail('SESSION_EXPIRED')
    checkEmail(visit, session.emailId)
    opened.set(request, session)
    return session
  }

  /** Counts per user first, so that rejected requests do not count against the limit of the project. */
  async function takeHostCall(
    { plugin: { limits, projectId }, user }: Visit,
    headers: Parameters<TakeQuota>[1],
  ): Promise<void> {
    await takePlugin(bucketOf(projectId, user), headers, limits?.pluginRate)
    const takeOfAll = projectId === demoProjectId ? takeDemoPlugin : takePluginProject
    await takeOfAll(projectId, {}, limits?.pluginProjectRate)
  }

  const session: AuthScheme = {
    schemes: ['pluginAuth', 'sessionAuth'],
    errors: [...refusals, 'SESSION_EXPIRED'],
    async admit(request, headers) {
      const visit = await check(request)
      await takeHostCall(visit, headers)
      return resolveAccount(callerOf(visit, await open(request, visit)), visit.user)
    },
  }

  return {
    token: {
      schemes: ['pluginAuth'],
      errors: [...refusals, 'SESSION_EXPIRED'],
      async admit(request, headers) {
        const visit = await check(request)
        if (visit.user.binding !== undefined)
          fail('PLUGIN_AUTH_INVALID', 'The token is bound to one editor session and cannot open another.')
        await takeHostCall(visit, headers)
        return resolveAccount(callerOf(visit), visit.user)
      },
    },
    session,
    file: {
      ...session,
      async admit(request, headers) {
        const caller = await session.admit(request, headers)
        if (caller.projectId !== demoProjectId) return caller
        await takeDemoFile(caller.actor.id, {})
        await takeDemoFileOfAll(demoProjectId, {})
        return caller
      },
    },
    editor: {
      schemes: ['pluginAuth', 'sessionAuth'],
      errors: [...refusals, 'SESSION_EXPIRED'],
      async admit(request, headers) {
        const visit = await check(request)
        const session = await open(request, visit)
        const { projectId } = visit.plugin
        await takeEditor(bucketOf(projectId, visit.user), headers)
        const takeOfAll = projectId === demoProjectId ? takeDemoEditor : takeEditorProject
        await takeOfAll(projectId, {})
        return resolveAccount(callerOf(visit, session), visit.user)
      },
    },
    visitOf: (request) => visits.get(request) ?? fail('PLUGIN_AUTH_INVALID'),
    sessionOf: (request) => opened.get(request) ?? fail('SESSION_EXPIRED'),
  }
}

function bucketOf(projectId: string, { userId }: PluginTokenPayload): string {
  return `${projectId} ${userId}`
}

/** Fails with PLUGIN_AUTH_INVALID if the token is restricted to another email. */
export function checkEmail({ user }: Visit, emailId: string): void {
  if (user.emailId !== undefined && user.emailId !== emailId)
    fail('PLUGIN_AUTH_INVALID', 'The token is bound to another email.')
}

const malformed = 'Send the base64-encoded payload JSON, a period and the hexadecimal signature, as one string.'

/** The Secret Key that signed the token; undefined if none did. */
function secretOf(token: PluginToken, { secrets }: Plugin): string | undefined {
  const now = Date.now()
  // Checks all keys, so that the response time does not reveal which one matches.
  return secrets.filter(({ secret, until }) => isSignedWith(token, secret) && now < until)[0]?.secret
}

function callerOf({ plugin, user }: Visit, session?: Session): Caller {
  const endUser = endUserOf(user, plugin.endUsers)
  return {
    projectId: plugin.projectId,
    companyId: plugin.companyId,
    actor: {
      kind: 'plugin_user',
      id: user.userId,
      name: user.name,
      ...(session === undefined ? {} : { seat: session.seat }),
    },
    scopes: [
      'templates:read',
      'templates:write',
      'assets:read',
      ...(endUser.can.includes('export') ? (['exports'] as const) : []),
      ...(endUser.can.includes('upload') ? (['assets:write'] as const) : []),
    ],
    endUser,
    ...(plugin.limits === undefined ? {} : { limits: plugin.limits }),
  }
}

/** Restricts the auth scheme to tokens with the right. TOKEN_RIGHT_MISSING for others. */
export function needsRight(mode: AuthScheme, right: Right): AuthScheme {
  return {
    ...mode,
    errors: [...mode.errors, 'TOKEN_RIGHT_MISSING'],
    async admit(request, headers) {
      const caller = await mode.admit(request, headers)
      if (caller.endUser?.can.includes(right) !== true)
        fail('TOKEN_RIGHT_MISSING', `The right ${right} is missing from the claim can of this token.`)
      return caller
    },
  }
}
