import { ServiceError } from '../../../kernel/errors/index.ts'
import { underLocks } from '../../../platform/storage/index.ts'
import { listProjects } from '../../../surfaces/projects/index.ts'
import {
  type AuthorizationRequest,
  type createClients,
  OAuthError,
  authorizationParameters,
  connectApp,
  grantableScopes,
  readAuthorizationRequest,
  resourceOf,
} from '../../connected-apps/index.ts'
import { readForm } from '../form-request.ts'
import { messagePage } from '../landing.ts'
import { originOf, ownOriginsOf } from '../origin.ts'
import { refusedBy } from '../refused.ts'
import { answerPage, goTo } from '../respond.ts'
import { signInPath } from '../return-path.ts'
import { type Visit, createVisits } from '../visits.ts'
import { consentPage, consentPolicy } from './consent-page.ts'
import type { ConnectedAppDeps } from './connected-app-deps.ts'

type ConsentDeps = Pick<ConnectedAppDeps, 'store' | 'config'> & { clients: ReturnType<typeof createClients> }

/** The page on which a signed-in person lets an application act for them, and its form. */
export function consentPages({ clients, config, store }: ConsentDeps) {
  const visits = createVisits({ store, config })
  const ownOrigins = ownOriginsOf(config)
  const deps = { find: clients.find, resource: resourceOf(config) }

  async function show(request: Request): Promise<Response> {
    const visit = await visits.read(request)
    // Before anything else, so that strangers cannot make the service fetch the metadata of clients.
    if (visit === undefined) return goTo(signInPath(request))
    return withRequest(new URL(request.url).searchParams, (read, given) => ask(visit, { request: read, given }))
  }

  async function decide(request: Request): Promise<Response> {
    const form = await readForm(request, ownOrigins(request))
    const visit = await visits.read(request)
    if (visit === undefined) {
      const query = new URLSearchParams(authorizationParameters(form)).toString()
      return goTo(signInPath({ url: `${config.appUrl}/oauth/authorize?${query}` }))
    }
    return withRequest(form, async (read, given) => {
      if (form.get('act') !== 'allow')
        return redirect(read, { error: 'access_denied', error_description: 'The person did not allow access.' })
      const { companyId, role, userId } = visit.session
      const scopes = grantableScopes(role, form.getAll('grant'))
      if (scopes.length === 0)
        return ask(visit, { request: read, given }, { message: 'Choose at least one permission, or cancel.' })
      const projects = await listProjects(store.read, companyId)
      const projectId = projects.find(({ id }) => id === form.get('project'))?.id ?? ''
      if (projectId === '') return ask(visit, { request: read, given }, { message: 'Choose a project.' })
      const actor = { kind: 'user', id: userId, ...originOf(request) } as const
      try {
        const consent = { request: read, scopes, projectId, companyId, actor }
        return redirect(read, { code: await store.tx((db) => connectApp(db, consent), underLocks) })
      } catch (error) {
        if (!(error instanceof ServiceError) || error.apiCode !== 'LIMIT_REACHED') throw error
        return ask(visit, { request: read, given }, refusedBy(error))
      }
    })
  }

  /** Shows problems until the redirect URI is known to be the client's, and sends it the others. */
  async function withRequest(
    given: URLSearchParams,
    respond: (request: AuthorizationRequest, given: URLSearchParams) => Promise<Response>,
  ): Promise<Response> {
    try {
      const { problem, request } = await readAuthorizationRequest(given, deps)
      if (problem !== undefined) return redirect(request, { error: problem.code, error_description: problem.message })
      return await respond(request, given)
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error
      return answerPage(messagePage('This app cannot be connected', error.message), 400)
    }
  }

  async function ask(
    { headers, session }: Visit,
    { request, given }: { request: AuthorizationRequest; given: URLSearchParams },
    refused: { message?: string } = {},
  ): Promise<Response> {
    const scopes = grantableScopes(session.role, request.scopes)
    if (scopes.length === 0)
      return redirect(request, {
        error: 'invalid_scope',
        error_description: `An account with the role ${session.role} may grant none of the requested scopes.`,
      })
    const projects = await listProjects(store.read, session.companyId)
    const view = { session, request, parameters: authorizationParameters(given), scopes, projects, refused }
    return answerPage(consentPage(view), refused.message === undefined ? 200 : 422, {
      ...headers,
      'Content-Security-Policy': consentPolicy(request.redirectUri),
    })
  }

  function redirect({ redirectUri, state }: AuthorizationRequest, result: Record<string, string>): Response {
    const url = new URL(redirectUri)
    const parameters = { ...result, ...(state === undefined ? {} : { state }), iss: config.appUrl }
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
    return goTo(url.href)
  }

  return { show, decide }
}
