import { type Static, Type } from '@sinclair/typebox'
import { limits } from '../../../../kernel/limits.ts'
import {
  GivenName,
  Instant,
  Name,
  closed,
  idOf,
  literals,
  pageOf,
  pageQuery,
  readOnlyMembers,
  sortBy,
} from '../../../../kernel/schema/index.ts'

const exampleGroup = 'dgr_01kah3zqpfx9y8w7v6t5s4r3q2'
const optional = Type.Optional

const Members = Type.Array(Type.String({ minLength: 3, maxLength: 254, examples: ['mia@example.com'] }), {
  maxItems: limits.dmarcGroupMembers,
  description:
    'Email addresses of accounts of the company. If there are any, other accounts do not see the domains of the group; owners ' +
    'and admins do. To change them requires the scope `admin`.',
})

const members = {
  id: idOf('domainGroup', { examples: [exampleGroup] }),
  name: { ...Name, examples: ['Acme'] },
  members: Members,
  domains: Type.Integer({ minimum: 0, description: 'Number of domains in it.' }),
  revision: Type.Integer({ minimum: 1 }),
  created_at: Instant,
  updated_at: Instant,
}

export const DomainGroup = closed(members, { title: 'DomainGroup' })
export type DomainGroup = Static<typeof DomainGroup>

export const DomainGroupPage = pageOf(DomainGroup, { title: 'DomainGroupPage' })
export type DomainGroupPage = Static<typeof DomainGroupPage>

export const ListGroups = closed({
  ...pageQuery,
  sort: sortBy('created_at', '-created_at'),
  format: optional(literals(['json', 'csv'], { default: 'json' })),
})
export type ListGroups = Static<typeof ListGroups>

export const CreateGroup = closed(
  { name: GivenName, members: optional(Members) },
  { title: 'CreateDomainGroup', examples: [{ name: 'Acme', members: ['mia@example.com'] }] },
)
export type CreateGroup = Static<typeof CreateGroup>

const changes = { name: optional(GivenName), members: optional(Members) }

export const UpdateGroup = closed(
  { ...changes, ...readOnlyMembers(DomainGroup, { writable: changes, volatile: ['domains'] }) },
  { title: 'UpdateDomainGroup', minProperties: 1, examples: [{ name: 'Acme Corporation' }] },
)
export type UpdateGroup = Static<typeof UpdateGroup>

/** Any text is valid: what is not the id of a group of the project results in 404, not 400. */
export const groupParam = {
  id: Type.String({ minLength: 1, maxLength: 100, description: 'Id of the group.', examples: [exampleGroup] }),
}
export const GroupParams = closed(groupParam)
export const GroupDeleted = Type.Undefined({ description: 'Deleted.' })
