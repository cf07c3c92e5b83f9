import { type Static, Type } from '@sinclair/typebox'
import { limits } from '../../../kernel/limits.ts'
import {
  closed,
  createdFilters,
  idOf,
  linkExpiry,
  linkMembers,
  pageOf,
  pageQuery,
  shownOnce,
  sortBy,
} from '../../../kernel/schema/index.ts'
import { Customer, Events, GivenWebhookFilter, WebhookFilter } from '../subscriptions/index.ts'

const exampleId = 'wpl_01kah3zqpfx9y8w7v6t5s4r3q2'
const exampleUrl = `https://svc.example.com/webhook-portal/${'0123456789abcdef'.repeat(3)}`

const members = {
  id: idOf('portalLink', { examples: [exampleId] }),
  customer: Customer,
  events: { ...Events, description: 'Event types to which the customer may subscribe.' },
  filter: Type.Optional(WebhookFilter),
  ...linkMembers,
}

export const PortalLink = closed(members, { title: 'WebhookPortalLink' })
export type PortalLink = Static<typeof PortalLink>

export const PortalLinkOnce = closed(
  {
    ...members,
    url: shownOnce({
      description:
        'The page of the customer, for a browser or an iframe of an allowed origin; returned only in this response. It is a credential.',
      examples: [exampleUrl],
    }),
  },
  { title: 'WebhookPortalLinkOnce' },
)
export type PortalLinkOnce = Static<typeof PortalLinkOnce>

export const PortalLinkPage = pageOf(PortalLink, { title: 'WebhookPortalLinkPage' })
export type PortalLinkPage = Static<typeof PortalLinkPage>

export const ListPortalLinks = closed({
  ...pageQuery,
  customer: Type.Optional({ ...Customer, description: 'Only links of this customer.' }),
  sort: sortBy('-created_at', 'created_at'),
  ...createdFilters('links'),
})
export type ListPortalLinks = Static<typeof ListPortalLinks>

export const PortalLinkParams = closed({
  linkId: Type.String({ minLength: 1, maxLength: 100, description: 'Id of the link.', examples: [exampleId] }),
})

export const CreatePortalLink = closed(
  {
    customer: { ...Customer, description: 'Your own id of the customer whose webhooks the page manages.' },
    events: { ...Events, description: 'Event types to which the customer may subscribe.' },
    filter: Type.Optional(GivenWebhookFilter),
    expires_at: linkExpiry({ days: limits.portalLinkDays, maxDays: limits.portalLinkDaysMax }),
  },
  {
    title: 'CreateWebhookPortalLink',
    examples: [{ customer: 'acme', events: ['template.updated', 'export.completed'] }],
  },
)
export type CreatePortalLink = Static<typeof CreatePortalLink>
