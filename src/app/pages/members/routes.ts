import type { Http } from '../../../platform/http/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import { type Db, underLocks } from '../../../platform/storage/index.ts'
import {
  type Manager,
  changeMemberRole,
  disableMember,
  enableMember,
  invite,
  removeMember,
  removeMemberFactor,
  removeMemberPasskeys,
  resetMember,
  revokeInvitation,
  unlinkMember,
} from '../../accounts/index.ts'
import type { AccountPageDeps } from '../account-page-deps.ts'
import { ownSessionOf } from '../own-session.ts'
import { createVisits } from '../visits.ts'
import {
  ChangeMember,
  Done,
  InviteMember,
  LinkOnce,
  ManageMember,
  type MemberAction,
  MemberList,
  PersonParams,
} from './contract.ts'
import { listMembers } from './list-members.ts'

const actions: Readonly<Record<MemberAction, (db: Db, by: Manager, id: string) => Promise<unknown>>> = {
  disable: disableMember,
  enable: enableMember,
  remove_factor: removeMemberFactor,
  remove_passkeys: removeMemberPasskeys,
  unlink: unlinkMember,
}

/** Routes below `/v1/console/members`, for the section Members of the console. Only the console calls them. */
export function memberRoutes({ config, http, mail, store }: AccountPageDeps & { http: Http }) {
  const visits = createVisits({ store, config })

  /** Changes something as the signed-in account, whose role is read in the transaction. */
  async function manage<T>(request: Request, caller: Caller, change: (db: Db, by: Manager) => Promise<T>): Promise<T> {
    const { actor, session } = await ownSessionOf(visits, request, caller)
    return store.tx((db) => change(db, { companyId: session.companyId, actor }), underLocks)
  }

  return http
    .surface('console', { crossOrigin: false })
    .get(
      '/console/members',
      async ({ caller, request }) => {
        const { session } = await ownSessionOf(visits, request, caller)
        return listMembers(store.read, session, { sendsMail: mail !== undefined, provider: config.oidc?.name })
      },
      {
        id: 'console.listMembers',
        summary: 'List the accounts of the company',
        hidden: true,
        scope: 'any',
        response: { 200: MemberList },
      },
    )
    .post(
      '/console/members/invitations',
      async ({ body, caller, request }) => {
        const { email, token } = await manage(request, caller, (db, by) => invite(db, by, body))
        const url = `${config.appUrl}/invitation?token=${token}`
        const inviter = caller.actor.name ?? ''
        return { email, url, is_sent: (await mail?.sendInvitation(email, { url, inviter })) ?? false }
      },
      {
        id: 'console.inviteMember',
        summary: 'Invite an email address to the company',
        hidden: true,
        scope: 'any',
        body: InviteMember,
        response: { 200: LinkOnce },
        errors: ['NAME_TAKEN', 'LIMIT_REACHED'],
      },
    )
    .delete(
      '/console/members/invitations/:id',
      ({ caller, params, request }) => manage(request, caller, (db, by) => revokeInvitation(db, by, params.id)),
      {
        id: 'console.revokeInvitation',
        summary: 'Revoke an invitation',
        hidden: true,
        scope: 'any',
        params: PersonParams,
        response: { 204: Done },
        errors: ['INVITATION_INVALID'],
      },
    )
    .put(
      '/console/members/:id',
      async ({ body: { role }, caller, params: { id }, request }) => {
        await manage(request, caller, (db, by) => changeMemberRole(db, by, { id, role }))
      },
      {
        id: 'console.changeMember',
        summary: 'Change the role of an account',
        hidden: true,
        scope: 'any',
        params: PersonParams,
        body: ChangeMember,
        response: { 204: Done },
      },
    )
    .delete(
      '/console/members/:id',
      async ({ caller, params, request }) => {
        await manage(request, caller, (db, by) => removeMember(db, by, params.id))
      },
      {
        id: 'console.removeMember',
        summary: 'Remove an account for good',
        hidden: true,
        scope: 'any',
        params: PersonParams,
        response: { 204: Done },
      },
    )
    .post(
      '/console/members/:id/actions',
      async ({ body: { action }, caller, params, request }) => {
        await manage(request, caller, (db, by) => actions[action](db, by, params.id))
      },
      {
        id: 'console.manageMember',
        summary: 'Disable, enable or unlink an account, or remove its second factor or its passkeys',
        hidden: true,
        scope: 'any',
        params: PersonParams,
        body: ManageMember,
        response: { 204: Done },
      },
    )
    .post(
      '/console/members/:id/reset',
      async ({ caller, params, request }) => {
        const { email, token } = await manage(request, caller, (db, by) => resetMember(db, by, params.id))
        const url = `${config.appUrl}/reset?token=${token}`
        return { email, url, is_sent: (await mail?.sendReset(email, url)) ?? false }
      },
      {
        id: 'console.resetMember',
        summary: 'Create a link with which an account sets a new password',
        hidden: true,
        scope: 'any',
        params: PersonParams,
        response: { 200: LinkOnce },
      },
    )
}
