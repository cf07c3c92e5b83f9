import { type Static, Type } from '@sinclair/typebox'
import { Instant, Nullable, closed, literals } from '../../../kernel/schema/index.ts'
import { roles } from '../../../platform/identity/index.ts'

const Text = Type.String({ maxLength: 320 })
const Role = literals(roles)

const Member = closed(
  {
    id: Text,
    name: Text,
    email: Text,
    role: Role,
    is_self: Type.Boolean(),
    is_disabled: Type.Boolean(),
    last_sign_in_at: Nullable(Instant),
  },
  { title: 'Member' },
)
export type Member = Static<typeof Member>

const Invitation = closed({ id: Text, email: Text, role: Role, expires_at: Instant }, { title: 'Invitation' })

export const MemberList = closed(
  {
    /** True for owners and admins; only they see invitations. */
    may_manage: Type.Boolean(),
    sends_mail: Type.Boolean(),
    /** Name of the provider with which people sign in. */
    provider: Nullable(Type.String()),
    roles: Type.Array(closed({ role: Role, summary: Type.String(), may_give: Type.Boolean() })),
    members: Type.Array(Member),
    invitations: Type.Array(Invitation),
  },
  { title: 'MemberList' },
)
export type MemberList = Static<typeof MemberList>

export const InviteMember = closed({ email: Text, role: Type.String({ maxLength: 40 }) }, { title: 'InviteMember' })
export const ChangeMember = closed({ role: Role }, { title: 'ChangeMember' })
export const ManageMember = closed(
  { action: literals(['disable', 'enable', 'remove_factor', 'remove_passkeys', 'unlink']) },
  { title: 'ManageMember' },
)
export type MemberAction = Static<typeof ManageMember>['action']

/** A link for someone else, and whether it was also sent. */
export const LinkOnce = closed(
  { email: Text, url: Type.String({ description: 'No later response has it.' }), is_sent: Type.Boolean() },
  { title: 'LinkOnce' },
)
export type LinkOnce = Static<typeof LinkOnce>

/** Any text: what is not an id of the company is refused as one that no longer exists. */
export const PersonParams = closed({ id: Type.String({ minLength: 1, maxLength: 100 }) })
export const Done = Type.Undefined({ description: 'Done.' })
