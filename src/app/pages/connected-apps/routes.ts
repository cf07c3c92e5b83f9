import { Elysia } from 'elysia'
import { createClients } from '../../connected-apps/index.ts'
import { guarded } from '../guarded.ts'
import { hiddenRoute } from '../hidden-route.ts'
import type { ConnectedAppDeps } from './connected-app-deps.ts'
import { consentPages } from './consent.ts'
import { tokenEndpoints } from './token-endpoints.ts'

/** Sign-in of applications by OAuth: metadata, consent and tokens. The console lists them. */
export function connectedAppRoutes(deps: ConnectedAppDeps) {
  const clients = createClients(deps)
  const consent = consentPages({ ...deps, clients })
  const endpoints = tokenEndpoints({ ...deps, clients })
  const page =
    (respond: (request: Request) => Promise<Response>) =>
    ({ request }: { request: Request }) =>
      guarded(deps.log, () => respond(request))
  const endpoint =
    (respond: (request: Request) => Response | Promise<Response>) =>
    ({ request }: { request: Request }) =>
      respond(request)
  return new Elysia()
    .get('/oauth/authorize', page(consent.show), hiddenRoute)
    .post('/oauth/authorize', page(consent.decide), hiddenRoute)
    .post('/oauth/register', endpoint(endpoints.register), openRoute)
    .post('/oauth/token', endpoint(endpoints.exchange), openRoute)
    .post('/oauth/revoke', endpoint(endpoints.revoke), openRoute)
    .get('/.well-known/oauth-authorization-server', endpoint(endpoints.describeServer), openRoute)
    .get('/.well-known/oauth-protected-resource', endpoint(endpoints.describeResource), openRoute)
    .get('/.well-known/oauth-protected-resource/mcp', endpoint(endpoints.describeResource), openRoute)
}

/** Called by applications: without cookies, and with headers for pages of other origins. */
const openRoute = { parse: 'none', detail: { hide: true } } as const
