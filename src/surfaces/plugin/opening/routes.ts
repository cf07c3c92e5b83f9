import { fail } from '../../../kernel/errors/index.ts'
import type { Http } from '../../../platform/http/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import type { Store } from '../../../platform/storage/index.ts'
import { loadTemplate } from '../../templates/index.ts'
import { type Admission, checkEmail } from '../admission.ts'
import { templateOf } from '../content/email.ts'
import { presentRights } from '../rights.ts'
import { EditorSession, InitSession, RefreshedSession } from './contract.ts'
import type { Sessions } from '../sessions/sessions.ts'

export interface SessionRouteParts {
  http: Http
  store: Store
  admission: Admission
  sessions: Sessions
  /** Where host pages load the editor from. */
  pluginUrl: string
}

const description =
  'Called by your backend, or by the editor on its own origin; a page of another origin fails at the preflight. ' +
  'Also answers at `/init` and `/api/v1/init`.'

/** Making and renewing sessions. */
export function sessionRoutes(parts: SessionRouteParts) {
  const { http, admission, sessions } = parts
  return http
    .surface('plugin', { errors: 'plugin', crossOrigin: false })
    .post('/plugin/init', ({ caller, body, request }) => init(parts, { caller, request }, body), {
      ...initOptions(admission),
      detail: { operationId: 'plugin.init', summary: 'Open an editor session', description },
    })
    .post('/plugin/refresh', ({ request }) => sessions.refresh(admission.sessionOf(request)), {
      admit: admission.session,
      response: { 200: RefreshedSession },
      detail: {
        operationId: 'plugin.refresh',
        summary: 'Renew the session',
        description: 'A new session id and a new hour. The old id ends, but for calls that are on their way.',
      },
    })
}

/** Init once more, under the other spellings of the interface: `/init`, and `/api/v1/init`. */
export function initRoute(parts: SessionRouteParts) {
  return parts.http
    .surface('plugin', { errors: 'plugin', crossOrigin: false })
    .post('/init', ({ caller, body, request }) => init(parts, { caller, request }, body), {
      ...initOptions(parts.admission),
      detail: { operationId: 'plugin.init', summary: 'Open an editor session', description },
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
  { store, admission, sessions, pluginUrl }: SessionRouteParts,
  { caller, request }: { caller: Caller; request: Request },
  { pluginId, emailId, startFrom, seat }: InitSession,
): Promise<EditorSession> {
  const visit = admission.visitOf(request)
  const { plugin, user } = visit
  if (pluginId !== plugin.pluginId) fail('PLUGIN_AUTH_INVALID', 'The token is of another pluginId.')
  checkEmail(visit, emailId)
  const choice = { emailId, startFrom: startFrom ?? null }
  // Asked now, so that a mistake is told before the editor stands on the page.
  const templateId = await templateOf(store.read, caller, choice)
  if (templateId !== undefined) await loadTemplate(store.read, caller, templateId)
  else if (startFrom !== undefined) {
    const { isPublic } = await loadTemplate(store.read, caller, startFrom)
    // Its content would be another email's.
    if (user.emailId !== undefined && !isPublic) fail('PLUGIN_AUTH_INVALID', 'The token is for one email.')
  }
  const { projectId } = plugin
  const opened = await sessions.open({ projectId, userId: user.userId, seat: seat ?? crypto.randomUUID(), ...choice })
  return { ...opened, rights: presentRights(caller), editorUrl: `${pluginUrl}/editor?pluginId=${pluginId}` }
}
