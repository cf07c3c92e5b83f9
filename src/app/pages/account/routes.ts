import { Elysia } from 'elysia'
import { ServiceError, catalog } from '../../../kernel/errors/index.ts'
import { confirmPassword, resetPassword } from '../../../surfaces/projects/index.ts'
import { deleteSessionsOf, endOtherSessions, listSessions } from '../../accounts/index.ts'
import type { AccountPageDeps } from '../account-page-deps.ts'
import { readForm } from '../form-request.ts'
import { guarded } from '../guarded.ts'
import { hiddenRoute } from '../hidden-route.ts'
import { originOf, ownOriginsOf } from '../origin.ts'
import { refusedBy } from '../refused.ts'
import { answerPage, goTo } from '../respond.ts'
import { type Visit, createVisits } from '../visits.ts'
import { type AccountView, accountPage } from './page.ts'

const doneTexts: Readonly<Record<string, string>> = {
  password: 'Your password is changed, and all other sessions have ended.',
  'sign-out': 'The session has ended.',
  'sign-out-others': 'All other sessions have ended.',
}

/** The page Account, and its forms: one path, told apart by the field `act`. */
export function accountRoutes({ config, log, store }: AccountPageDeps) {
  const visits = createVisits({ store, config })
  const ownOrigins = ownOriginsOf(config)

  async function view({ headers, session, token }: Visit, more: Partial<AccountView>, status = 200): Promise<Response> {
    const sessions = await listSessions(store.read, session.userId, token)
    return answerPage(accountPage({ session, sessions, ...more }), status, headers)
  }

  async function show(request: Request): Promise<Response> {
    const visit = await visits.read(request)
    if (visit === undefined) return goTo('/sign-in')
    return view(visit, { done: doneTexts[new URL(request.url).searchParams.get('done') ?? ''] })
  }

  async function act(request: Request): Promise<Response> {
    const form = await readForm(request, ownOrigins(request))
    const visit = await visits.read(request)
    if (visit === undefined) return goTo('/sign-in')
    try {
      return goTo(`/account?done=${form.get('act')}`, ...(await run(form, request, visit)))
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      const { status } = catalog[error.apiCode]
      if (status >= 500) throw error
      return view(visit, { refused: refusedBy(error) }, status === 429 ? 429 : 422)
    }
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
