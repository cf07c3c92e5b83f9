import type { Http } from '../../../platform/http/index.ts'
import { linkTag } from '../../../platform/links/index.ts'
import { type Store, underLocks } from '../../../platform/storage/index.ts'
import {
  CreatePortalLink,
  ListPortalLinks,
  PortalLink,
  PortalLinkOnce,
  PortalLinkPage,
  PortalLinkParams,
} from './contract.ts'
import { createPortalLink, listPortalLinks, revokePortalLink } from './links.ts'

export interface PortalLinkDeps {
  http: Http
  store: Store
  /** URL of the pages. */
  appUrl: string
}

export function portalLinkRoutes({ appUrl, http, store }: PortalLinkDeps) {
  return http
    .surface('webhooks')
    .get('/webhook-portal-links', ({ caller, query }) => listPortalLinks(store.read, caller, query), {
      id: 'webhooks.listPortalLinks',
      summary: 'List the links of customers',
      description: 'The latest first, expired and revoked ones included, without their URLs.',
      scope: 'webhooks',
      query: ListPortalLinks,
      response: { 200: PortalLinkPage },
      errors: ['INVALID_CURSOR'],
    })
    .post(
      '/webhook-portal-links',
      ({ body, caller, once }) => once((db) => createPortalLink(db, caller, { appUrl, body })),
      {
        id: 'webhooks.createPortalLink',
        summary: 'Create a link for a customer',
        description:
          'A page on which a customer of yours manages its own webhooks: adds, tests, disables and removes them, reads their ' +
          'deliveries and repeats them. Each webhook that it adds has the `filter` of the link, or fewer of its external ids. Pages of the allowed origins of the project may embed it.',
        scope: 'webhooks',
        once: underLocks,
        etag: linkTag,
        body: CreatePortalLink,
        response: { 201: PortalLinkOnce },
        errors: ['LIMIT_REACHED'],
      },
    )
    .delete(
      '/webhook-portal-links/:linkId',
      ({ caller, ifMatch, params }) =>
        store.tx((db) => revokePortalLink(db, caller, { ...params, ifMatch }), underLocks),
      {
        id: 'webhooks.revokePortalLink',
        summary: 'Revoke a link of a customer',
        description: 'From the next request on it opens nothing. The webhooks of the customer stay.',
        scope: 'webhooks',
        ifMatch: true,
        etag: linkTag,
        params: PortalLinkParams,
        response: { 200: PortalLink },
        errors: ['PORTAL_LINK_NOT_FOUND', 'PRECONDITION_FAILED'],
      },
    )
}
