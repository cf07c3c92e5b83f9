import { type Static, Type } from '@sinclair/typebox'
import { limits } from '../../../../kernel/limits.ts'
import {
  GivenName,
  Name,
  closed,
  createdFilters,
  idOf,
  linkExpiry,
  linkMembers,
  literals,
  pageOf,
  pageQuery,
  shownOnce,
  sortBy,
} from '../../../../kernel/schema/index.ts'
import { groupParam } from '../group/contract.ts'

const exampleGroup = 'dgr_01kah3zqpfx9y8w7v6t5s4r3q2'
const exampleId = 'dgl_01kah3zqpfx9y8w7v6t5s4r3q3'
const exampleUrl = `https://svc.example.com/domain-report/${'0123456789abcdef'.repeat(3)}`

const members = {
  id: idOf('groupLink', { examples: [exampleId] }),
  group_id: idOf('domainGroup', { examples: [exampleGroup] }),
  name: { ...Name, description: 'Name of the client.', examples: ['Acme'] },
  ...linkMembers,
}

export const GroupLink = closed(members, { title: 'DomainGroupLink' })
export type GroupLink = Static<typeof GroupLink>

export const GroupLinkOnce = closed(
  {
    ...members,
    url: shownOnce({
      description: 'The page of the client; returned only in this response. It is a credential.',
      examples: [exampleUrl],
    }),
  },
  { title: 'DomainGroupLinkOnce' },
)
export type GroupLinkOnce = Static<typeof GroupLinkOnce>

export const GroupLinkPage = pageOf(GroupLink, { title: 'DomainGroupLinkPage' })
export type GroupLinkPage = Static<typeof GroupLinkPage>

export const ListGroupLinks = closed({
  ...pageQuery,
  sort: sortBy('-created_at', 'created_at'),
  ...createdFilters('links'),
  format: Type.Optional(literals(['json', 'csv'], { default: 'json', description: '`csv`: up to 10,000 links.' })),
})
export type ListGroupLinks = Static<typeof ListGroupLinks>

export const GroupLinkParams = closed({
  ...groupParam,
  linkId: Type.String({ minLength: 1, maxLength: 100, description: 'Id of the link.', examples: [exampleId] }),
})

export const CreateGroupLink = closed(
  {
    name: { ...GivenName, description: 'Name of the client, which the page shows.' },
    expires_at: linkExpiry({ days: limits.dmarcLinkDays, maxDays: limits.dmarcLinkDaysMax }),
  },
  { title: 'CreateDomainGroupLink', examples: [{ name: 'Acme' }] },
)
export type CreateGroupLink = Static<typeof CreateGroupLink>
