import { Elysia } from 'elysia'
import { ServiceError, catalog } from '../../../kernel/errors/index.ts'
import { totpUri } from '../../../platform/identity/index.ts'
import { underLocks } from '../../../platform/storage/index.ts'
import { confirmPassword, resetPassword } from '../../../surfaces/projects/index.ts'
import {
  createSecondFactor,
  deleteSessionsOf,
  endOtherSessions,
  hasIdentity,
  listSessions,
  removeSecondFactor,
  unlinkIdentities,
} from '../../accounts/index.ts'
import type { AccountPageDeps } from '../account-page-deps.ts'
import { createDoneTexts } from '../done.ts'
import { readForm } from '../form-request.ts'
import { guarded } from '../guarded.ts'
import { hiddenRoute } from '../hidden-route.ts'
import { originOf, ownOriginsOf } from '../origin.ts'
import { refusedBy } from '../refused.ts'
import { answerPage, goTo } from '../respond.ts'
import { signInPath } from '../return-path.ts'
import { type Visit, createVisits } from '../visits.ts'
import { type AccountView, accountPage } from './page.ts'

const turnedOn = 'Two-factor sign-in is on, and all other sessions have ended.'

const doneTexts = createDoneTexts({
  'factor-off': 'Two-factor sign-in is off.',
  'identity-off': 'The account is no longer linked.',
  password: 'Your password is changed, and all other sessions have ended.',
  'sign-out': 'The session has ended.',
  'sign-out-others': 'All other sessions have ended.',
})

/** The page Account, and its forms: one path, told apart by the field `act`. */
export function accountRoutes({ config, log, store, vault }: AccountPageDeps) {
  const factor = createSecondFactor({ store, vault })
  const issuer = new URL(config.appUrl).host
  const visits = createVisits({ store, config })
  const ownOrigins = ownOriginsOf(config)

  async function view(
    { headers, session, theme, token }: Visit,
    more: Partial<AccountView>,
    status = 200,
  ): Promise<Response> {
    const sessions = await listSessions(store.read, session.userId, token)
    const [hasSecondFactor, secret] = [await factor.isOn(session.userId), await factor.pendingSecret(session.userId)]
    const setup =
      secret === undefined ? {} : { setup: { secret, uri: totpUri(secret, { issuer, account: session.email }) } }
    const { oidc } = config
    const singleSignOn = oidc && {
      name: oidc.name,
      isLinked: await hasIdentity(store.read, session.userId, oidc.issuer),
    }
    return answerPage(
      accountPage({ session, theme, sessions, hasSecondFactor, singleSignOn, ...setup, ...more }),
      status,
      headers,
    )
  }

  async function show(request: Request): Promise<Response> {
    const visit = await visits.read(request)
    if (visit === undefined) return goTo(signInPath(request))
    return view(visit, { done: doneTexts.textFor(request) })
  }

  async function act(request: Request): Promise<Response> {
    const form = await readForm(request, ownOrigins(request))
    const visit = await visits.read(request)
    if (visit === undefined) return goTo(signInPath(request))
    try {
      if (form.get('act') === 'factor-on') return await turnOn(form, request, visit)
      return goTo(doneTexts.pathAfter('/account', form.get('act')), ...(await run(form, request, visit)))
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      const { status } = catalog[error.apiCode]
      if (status >= 500) throw error
      return view(visit, { refused: refusedBy(error) }, status === 429 ? 429 : 422)
    }
  }

  /** Shows the recovery codes at once, because they are stored as hashes. Sessions that were opened without a code end. */
  async function turnOn(form: URLSearchParams, request: Request, visit: Visit): Promise<Response> {
    const { companyId, email, userId } = visit.session
    await confirmPassword(store, email, form.get('confirm') ?? '', '/confirm')
    const actor = { kind: 'user', id: userId, ...originOf(request) } as const
    const codes = await factor.confirm({ userId, companyId, actor }, form.get('code') ?? '')
    await store.tx((db) => endOtherSessions(db, { token: visit.token, actor: { ...actor, companyId } }))
    return view(visit, { codes, done: turnedOn })
  }

  /** Returns the cookies to set. */
  async function run(form: URLSearchParams, request: Request, { session, token }: Visit): Promise<string[]> {
    const { companyId, email, userId } = session
    const actor = { kind: 'user', id: userId, ...originOf(request) } as const
    switch (form.get('act')) {
      case 'password': {
        await confirmPassword(store, email, form.get('current') ?? '')
        await resetPassword(store, {
          who: userId,
          password: form.get('password') ?? '',
          actor,
          also: (db, { id }) => deleteSessionsOf(db, id),
        })
        return [await visits.open(request, userId)]
      }
      case 'factor-start':
        await factor.prepare(userId)
        return []
      case 'factor-off':
        await confirmPassword(store, email, form.get('confirm') ?? '', '/confirm')
        await store.tx((db) => removeSecondFactor(db, { userId, companyId, actor }), underLocks)
        return []
      case 'identity-off':
        await confirmPassword(store, email, form.get('unlink') ?? '', '/unlink')
        await store.tx((db) => unlinkIdentities(db, { userId, companyId, actor }), underLocks)
        return []
      case 'sign-out':
        await store.tx((db) =>
          endOtherSessions(db, { token, only: form.get('id') ?? '', actor: { ...actor, companyId } }),
        )
        return []
      case 'sign-out-others':
        await store.tx((db) => endOtherSessions(db, { token, actor: { ...actor, companyId } }))
        return []
      default:
        return []
    }
  }

  const page =
    (respond: (request: Request) => Promise<Response>) =>
    ({ request }: { request: Request }) =>
      guarded(log, () => respond(request))
  return new Elysia().get('/account', page(show), hiddenRoute).post('/account', page(act), hiddenRoute)
}
