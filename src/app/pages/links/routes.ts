import { Elysia } from 'elysia'
import { type ErrorCode, ServiceError, catalog } from '../../../kernel/errors/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { checkMember, findUserByEmail, takeAttempt } from '../../../surfaces/projects/index.ts'
import { acceptInvitation, createResetLink, readInvitation, readResetLink, useResetLink } from '../../accounts/index.ts'
import type { AccountPageDeps } from '../account-page-deps.ts'
import { readForm } from '../form-request.ts'
import { guarded } from '../guarded.ts'
import { messagePage } from '../landing.ts'
import type { Page } from '../layout.ts'
import { originOf, ownOriginsOf } from '../origin.ts'
import { refusedBy } from '../refused.ts'
import { answerPage, goTo } from '../respond.ts'
import { hiddenRoute } from '../hidden-route.ts'
import { createVisits } from '../visits.ts'
import { forgotPage, invitationPage, resetPage } from './page.ts'

/** Pages for holders of a link: accept an invitation, set a new password; and the form that requests the latter. */
export function linkPages({ config, log, mail, store }: AccountPageDeps) {
  const visits = createVisits({ store, config })
  const ownOrigins = ownOriginsOf(config)
  const tokenOf = (request: Request) => new URL(request.url).searchParams.get('token') ?? ''

  async function showInvitation(request: Request): Promise<Response> {
    const token = tokenOf(request)
    const invitation = await readInvitation(store.read, token)
    return invitation === undefined ? dead('INVITATION_INVALID') : answerPage(invitationPage(token, invitation))
  }

  async function accept(request: Request): Promise<Response> {
    const form = await readForm(request, ownOrigins(request))
    const [token, name] = [form.get('token') ?? '', form.get('name') ?? '']
    const password = form.get('password') ?? ''
    const invitation = await readInvitation(store.read, token)
    if (invitation === undefined) return dead('INVITATION_INVALID')
    return withForm(
      async () => {
        const user = await acceptInvitation(store, { token, name, password, from: originOf(request) })
        return goTo('/', await visits.open(request, user.id))
      },
      (error) => invitationPage(token, invitation, refusedBy(error, { name })),
    )
  }

  async function showReset(request: Request): Promise<Response> {
    const token = tokenOf(request)
    const email = await readResetLink(store.read, token)
    return email === undefined ? dead('RESET_LINK_INVALID') : answerPage(resetPage(token, email))
  }

  async function reset(request: Request): Promise<Response> {
    const form = await readForm(request, ownOrigins(request))
    const [token, password] = [form.get('token') ?? '', form.get('password') ?? '']
    const email = await readResetLink(store.read, token)
    if (email === undefined) return dead('RESET_LINK_INVALID')
    return withForm(
      async () => {
        await useResetLink(store, { token, password, from: originOf(request) })
        return goTo('/sign-in?done=reset')
      },
      (error) => resetPage(token, email, refusedBy(error)),
    )
  }

  /** The same response for every email address. The message is not awaited, because its duration would differ. */
  async function forgot(request: Request): Promise<Response> {
    const form = await readForm(request, ownOrigins(request))
    const email = (form.get('email') ?? '').trim().toLowerCase().slice(0, 254)
    if (mail === undefined) return goTo('/sign-in')
    return withForm(
      async () => {
        checkMember({ email, role: 'viewer' })
        await takeAttempt(store, { kind: 'reset', of: email, allowed: limits.resetMails })
        const user = await findUserByEmail(store.read, email)
        if (user !== undefined && user.disabledAt === null) {
          const actor = { kind: 'anonymous', id: '', ...originOf(request) } as const
          const token = await store.tx((db) => createResetLink(db, user, actor))
          void mail.sendReset(user.email, `${config.appUrl}/reset?token=${token}`).then((isSent) => {
            if (!isSent) log.warn('The message with the link for a new password was not accepted', { user: user.id })
          })
        }
        return goTo('/sign-in?done=forgot')
      },
      (error) => forgotPage(refusedBy(error, { email })),
    )
  }

  const page =
    (respond: (request: Request) => Response | Promise<Response>) =>
    ({ request }: { request: Request }) =>
      guarded(log, () => respond(request))
  return new Elysia()
    .get('/invitation', page(showInvitation), hiddenRoute)
    .post('/invitation', page(accept), hiddenRoute)
    .get('/reset', page(showReset), hiddenRoute)
    .post('/reset', page(reset), hiddenRoute)
    .get(
      '/forgot',
      page(() => (mail === undefined ? goTo('/sign-in') : answerPage(forgotPage()))),
      hiddenRoute,
    )
    .post('/forgot', page(forgot), hiddenRoute)
}

function dead(code: ErrorCode): Response {
  const { message, remedy, status } = catalog[code]
  return answerPage(messagePage(message, remedy), status)
}

async function withForm(run: () => Promise<Response>, again: (error: ServiceError) => Page): Promise<Response> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const { status } = catalog[error.apiCode]
    if (status >= 500 || status === 404) throw error
    return answerPage(again(error), status === 429 ? 429 : 422, error.context.headers)
  }
}
