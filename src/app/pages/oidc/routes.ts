import { Elysia } from 'elysia'
import type { Evidence } from '../../../platform/audit/index.ts'
import type { OidcConfig } from '../../../platform/config/index.ts'
import { clientNetwork } from '../../../platform/net/index.ts'
import { type OidcClaims, OidcError, type OidcProvider } from '../../../platform/oidc/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { completeSignIn, hasUsers, takeAttempt } from '../../../surfaces/projects/index.ts'
import {
  createChallenges,
  createPasskeys,
  createSecondFactor,
  createToken,
  findAccountOf,
} from '../../accounts/index.ts'
import type { AccountPageDeps } from '../account-page-deps.ts'
import { browserCookie, oidcCookie } from '../cookies.ts'
import { codePage } from '../forms.ts'
import { createSignInForm } from '../sign-in-form.ts'
import { guarded } from '../guarded.ts'
import { hiddenRoute } from '../hidden-route.ts'
import { originOf } from '../origin.ts'
import { answerPage, goTo } from '../respond.ts'
import { returnPath } from '../return-path.ts'
import { createVisits } from '../visits.ts'
import { createFlows } from './flow.ts'
import { failureText, refusalText } from './texts.ts'

export interface OidcPageDeps extends AccountPageDeps {
  evidence: Pick<Evidence, 'noteBounded'>
  oidc: Pick<OidcConfig, 'name' | 'roleClaim'> & { provider: OidcProvider }
}

/** /sign-in/oidc, which goes to the provider, /sign-in/oidc/callback, and /sign-in/oidc/end for its own session. */
export function oidcRoutes({ config, evidence, log, mail, oidc, store, vault }: OidcPageDeps) {
  const { name, provider, roleClaim } = oidc
  const visits = createVisits({ store, config })
  const flows = createFlows(vault, `${config.appUrl}/sign-in/oidc/callback`)
  const cookie = oidcCookie(config.appUrl)
  const browser = browserCookie(config.appUrl)
  const factor = createSecondFactor({ store, vault })
  const passkeys = createPasskeys({ store, vault, appUrl: config.appUrl })
  const signInForm = createSignInForm({ config, passkeys, sendsMail: mail !== undefined, oidcName: name })
  const challenges = createChallenges(vault, () => store.read.nowMs())

  /** The sign-in page with the reason, on which the person may try again or sign in otherwise. */
  function refuse(
    request: Request,
    { message, status, next = '/' }: { message: string; status: number; next?: string | undefined },
  ): Response {
    const response = signInForm(request, { refused: { message }, status, next })
    response.headers.append('Set-Cookie', cookie.remove)
    return response
  }

  function fallen(request: Request, error: unknown, next?: string): Response {
    if (!(error instanceof OidcError)) throw error
    const { failure, message } = error
    log.warn('sign-in with the OpenID Connect provider failed', { issuer: provider.issuer, failure, reason: message })
    return refuse(request, { message: failureText(failure, name), status: failure === 'unreachable' ? 503 : 422, next })
  }

  async function begin(request: Request): Promise<Response> {
    const next = returnPath(new URL(request.url).searchParams.get('next'))
    if ((await visits.read(request)) !== undefined) return goTo(next)
    if (!(await hasUsers(store.read))) return goTo('/setup')
    const token = createToken()
    try {
      return goTo(await provider.authorizationUrl(flows.of(token, next)), cookie.write(token))
    } catch (error) {
      return fallen(request, error, next)
    }
  }

  async function finish(request: Request): Promise<Response> {
    const url = new URL(request.url)
    const found = flows.find(cookie.read(request) ?? '', url.searchParams.get('state') ?? '')
    if (found === undefined)
      return refuse(request, {
        message: 'This sign-in took too long, or was begun in another browser. Try again.',
        status: 422,
      })
    const { flow, next } = found
    const { ip = '' } = originOf(request)
    await takeAttempt(store, { kind: 'oidc', of: clientNetwork(ip), allowed: limits.oidcAttempts })
    try {
      return await enter(request, await provider.redeem(flow, url), next)
    } catch (error) {
      return fallen(request, error, next)
    }
  }

  async function enter(request: Request, claims: OidcClaims, next: string): Promise<Response> {
    const from = originOf(request)
    const found = await findAccountOf(store, { issuer: provider.issuer, claims, roleClaim, from })
    if ('refusal' in found) {
      evidence.noteBounded({
        actor: { kind: 'anonymous', id: '' },
        action: 'user.sign_in_failed',
        ...from,
        subjects: claims.email === undefined ? [] : [claims.email],
        detail: { by: 'oidc', reason: found.refusal },
      })
      const message = refusalText(found.refusal, { name, email: claims.email, roleClaim })
      return refuse(request, { message, status: 403, next })
    }
    const { userId } = found
    if (await factor.isOn(userId)) {
      const page = codePage({ challenge: challenges.issue(userId), next })
      return answerPage(page, 200, { 'Set-Cookie': cookie.remove })
    }
    const { browserToken, user } = await completeSignIn(store, userId, { ...from, by: 'oidc' })
    return goTo(next, await visits.open(request, user.id), browser.write(browserToken), cookie.remove)
  }

  async function end(request: Request): Promise<Response> {
    try {
      return goTo((await provider.endSessionUrl(`${config.appUrl}/sign-in`)) ?? '/sign-in')
    } catch (error) {
      return fallen(request, error)
    }
  }

  const page =
    (respond: (request: Request) => Promise<Response>) =>
    ({ request }: { request: Request }) =>
      guarded(log, () => respond(request))
  return new Elysia()
    .get('/sign-in/oidc', page(begin), hiddenRoute)
    .get('/sign-in/oidc/callback', page(finish), hiddenRoute)
    .get('/sign-in/oidc/end', page(end), hiddenRoute)
}
