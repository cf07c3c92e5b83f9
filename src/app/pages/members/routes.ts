import { Elysia } from 'elysia'
import { ServiceError, catalog, fail } from '../../../kernel/errors/index.ts'
import { underLocks } from '../../../platform/storage/index.ts'
import { listUsers } from '../../../surfaces/projects/index.ts'
import {
  type Manager,
  changeMemberRole,
  disableMember,
  enableMember,
  invite,
  listInvitations,
  removeMember,
  removeMemberFactor,
  resetMember,
  revokeInvitation,
  unlinkMember,
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
import { type MembersView, membersPage } from './page.ts'

const doneTexts = createDoneTexts({
  role: 'The role is changed.',
  disable: 'The account is disabled, and its sessions have ended.',
  enable: 'The account can sign in again.',
  factor: 'Two-factor sign-in of the account is off, and its sessions have ended.',
  unlink: 'The account is no longer linked, and its sessions have ended.',
  remove: 'The account is removed.',
  revoke: 'The invitation is revoked.',
})

type Outcome = Pick<MembersView, 'link'> | undefined

/** The page Members, and its forms: one path, told apart by the field `act`. */
export function memberRoutes({ config, log, mail, store }: AccountPageDeps) {
  const visits = createVisits({ store, config })
  const ownOrigins = ownOriginsOf(config)

  async function view(visit: Visit, more: Partial<MembersView>, status = 200): Promise<Response> {
    const { companyId } = visit.session
    const [members, invitations] = [
      await listUsers(store.read, companyId),
      await listInvitations(store.read, companyId),
    ]
    const { session, theme } = visit
    const page = membersPage({
      session,
      theme,
      members,
      invitations,
      sendsMail: mail !== undefined,
      oidcName: config.oidc?.name,
      ...more,
    })
    return answerPage(page, status, visit.headers)
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
    const { companyId, userId } = visit.session
    const by = { companyId, actor: { kind: 'user', id: userId, ...originOf(request) } } as const
    try {
      const outcome = await run(form, by, visit)
      return outcome?.link === undefined
        ? goTo(doneTexts.pathAfter('/members', form.get('act')))
        : await view(visit, outcome)
    } catch (error) {
      if (!(error instanceof ServiceError) || catalog[error.apiCode].status >= 500) throw error
      const values = { email: form.get('email') ?? '', role: form.get('role') ?? '' }
      const status = catalog[error.apiCode].status === 403 ? 403 : 422
      return view(visit, { refused: refusedBy(error, values) }, status)
    }
  }

  async function run(form: URLSearchParams, by: Manager, { session }: Visit): Promise<Outcome> {
    const [id, role] = [form.get('id') ?? '', form.get('role') ?? '']
    switch (form.get('act')) {
      case 'invite': {
        const { email, token } = await store.tx(
          (db) => invite(db, by, { email: form.get('email') ?? '', role }),
          underLocks,
        )
        const url = `${config.appUrl}/invitation?token=${token}`
        return {
          link: { email, url, isSent: (await mail?.sendInvitation(email, { url, inviter: session.name })) ?? false },
        }
      }
      case 'reset': {
        const { email, token } = await store.tx((db) => resetMember(db, by, id), underLocks)
        const url = `${config.appUrl}/reset?token=${token}`
        return { link: { email, url, isSent: (await mail?.sendReset(email, url)) ?? false } }
      }
      case 'role':
        return void (await store.tx((db) => changeMemberRole(db, by, { id, role }), underLocks))
      case 'disable':
        return void (await store.tx((db) => disableMember(db, by, id), underLocks))
      case 'enable':
        return void (await store.tx((db) => enableMember(db, by, id), underLocks))
      case 'remove':
        if (form.get('sure') !== 'yes') fail('VALIDATION_FAILED', 'Select “Remove for good” to remove an account.')
        return void (await store.tx((db) => removeMember(db, by, id), underLocks))
      case 'factor':
        await store.tx((db) => removeMemberFactor(db, by, id), underLocks)
        return undefined
      case 'unlink':
        await store.tx((db) => unlinkMember(db, by, id), underLocks)
        return undefined
      case 'revoke':
        await store.tx((db) => revokeInvitation(db, by, id), underLocks)
        return undefined
      default:
        return undefined
    }
  }

  const page =
    (respond: (request: Request) => Promise<Response>) =>
    ({ request }: { request: Request }) =>
      guarded(log, () => respond(request))
  return new Elysia().get('/members', page(show), hiddenRoute).post('/members', page(act), hiddenRoute)
}
