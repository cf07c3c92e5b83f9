import { fail } from '../../../kernel/errors/index.ts'
import type { Http } from '../../../platform/http/index.ts'
import { type Caller, hashKey, signSessionToken } from '../../../platform/identity/index.ts'
import type { Store } from '../../../platform/storage/index.ts'
import { loadTemplate } from '../../templates/index.ts'
import { type Admission, type Visit, checkEmail } from '../admission.ts'
import { templateOf } from '../content/email.ts'
import { presentRights } from '../rights.ts'
import { EditorSession, InitSession, RefreshedSession } from './contract.ts'
import type { Opened, Sessions } from '../sessions/sessions.ts'

export interface SessionRouteDeps {
  http: Http
  store: Store
  admission: Admission
  sessions: Sessions
  /** URL from which host pages load the editor. */
  pluginUrl: string
}

const description =
  'Called by your backend, or by the editor from its own origin; the CORS preflight of other origins fails. Also ' +
  'available at `/init` and `/api/v1/init`.'

/** Routes to open and renew sessions. */
export function sessionRoutes(parts: SessionRouteDeps) {
  const { http, admission } = parts
  return http
    .surface('plugin', { errors: 'plugin', crossOrigin: false })
    .post('/plugin/init', ({ caller, body, request }) => init(parts, { caller, request }, body), {
      ...initOptions(admission),
      id: 'plugin.init',
      summary: 'Open an editor session',
      description,
    })
    .post('/plugin/refresh', ({ request }) => refresh(parts, request), {
      id: 'plugin.refresh',
      summary: 'Renew the session',
      description:
        'Returns a new session id that is valid for an hour. The old id expires; requests in progress still succeed.',
      admit: admission.session,
      response: { 200: RefreshedSession },
    })
}

/** Aliases of init: `/init`, and `/api/v1/init`. */
export function initRoute(parts: SessionRouteDeps) {
  return parts.http
    .surface('plugin', { errors: 'plugin', crossOrigin: false })
    .post('/init', ({ caller, body, request }) => init(parts, { caller, request }, body), {
      ...initOptions(parts.admission),
      id: 'plugin.init',
      summary: 'Open an editor session',
      description,
    })
}

function initOptions(admission: Admission) {
  return {
    admit: admission.token,
    body: InitSession,
    response: { 200: EditorSession },
    errors: ['TEMPLATE_NOT_FOUND', 'PLUGIN_AUTH_INVALID'] as const,
  }
}

async function init(
  { store, admission, sessions, pluginUrl }: SessionRouteDeps,
  { caller, request }: { caller: Caller; request: Request },
  { pluginId, emailId, startFrom, seat }: InitSession,
): Promise<EditorSession> {
  const visit = admission.visitOf(request)
  const { plugin, user } = visit
  if (pluginId !== plugin.pluginId) fail('PLUGIN_AUTH_INVALID', 'The token belongs to another pluginId.')
  checkEmail(visit, emailId)
  const choice = { emailId, startFrom: startFrom ?? null }
  // Checked here, so that a wrong id is reported before the editor is on the page.
  const templateId = await templateOf(store.read, caller, choice)
  if (templateId !== undefined) await loadTemplate(store.read, caller, templateId)
  else if (startFrom !== undefined) {
    const { isPublic } = await loadTemplate(store.read, caller, startFrom)
    // A private template would disclose the content of another email.
    if (user.emailId !== undefined && !isPublic) fail('PLUGIN_AUTH_INVALID', 'The token is bound to one email.')
  }
  const { projectId } = plugin
  const opened = await sessions.open({ projectId, userId: user.userId, seat: seat ?? crypto.randomUUID(), ...choice })
  return { ...opened, rights: presentRights(caller), editorUrl: editorUrlOf(pluginUrl, visit, opened) }
}

/** URL of the editor page. The credentials are in the fragment, which is not sent to servers, logs or referrers. */
function editorUrlOf(pluginUrl: string, visit: Visit, opened: Opened): string {
  const { token, expiresAt } = sessionTokenOf(visit, opened)
  const credential = new URLSearchParams({ session: opened.sessionId, expires: String(expiresAt), token })
  return `${pluginUrl}/editor?pluginId=${visit.plugin.pluginId}#${credential}`
}

/** A token for this session only: it expires with the session, but not after the token that the host signed. */
function sessionTokenOf(
  { user, secret }: Visit,
  { sessionId, expiresAt }: Opened,
): { token: string; expiresAt: number } {
  const until = user.binding?.until ?? user.expires
  const expires = Math.min(expiresAt, until)
  const binding = { session: hashKey(sessionId), until }
  return { token: signSessionToken(user, { binding, expires }, secret), expiresAt: expires }
}

async function refresh({ admission, sessions }: SessionRouteDeps, request: Request): Promise<RefreshedSession> {
  const visit = admission.visitOf(request)
  const opened = await sessions.refresh(admission.sessionOf(request))
  return visit.user.binding === undefined ? opened : { ...opened, ...sessionTokenOf(visit, opened) }
}
