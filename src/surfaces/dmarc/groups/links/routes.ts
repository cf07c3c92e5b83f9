import { linkTag } from '../../../../platform/links/index.ts'
import { underLocks } from '../../../../platform/storage/index.ts'
import { csvInstead, csvOfRows, csvRows } from '../../csv.ts'
import { GroupParams } from '../group/contract.ts'
import type { GroupDeps } from '../group/routes.ts'
import {
  CreateGroupLink,
  GroupLink,
  GroupLinkOnce,
  GroupLinkPage,
  GroupLinkParams,
  ListGroupLinks,
} from './contract.ts'
import { createGroupLink, listGroupLinks, revokeGroupLink } from './links.ts'

export interface GroupLinkDeps extends GroupDeps {
  /** URL of the pages. */
  readonly appUrl: string
}

const csvColumns = ['id', 'name', 'created_by', 'created_at', 'expires_at', 'opened_at', 'revoked_at'] as const

export function groupLinkRoutes({ appUrl, http, store }: GroupLinkDeps) {
  return http
    .surface('dmarc')
    .get(
      '/dmarc/groups/:id/links',
      async ({ caller, params: { id }, query }) => {
        if (query.format !== 'csv') return listGroupLinks(store.read, caller, id, query)
        const { cursor: _, ...filter } = query
        const { data } = await listGroupLinks(store.read, caller, id, { ...filter, limit: csvRows })
        const lines = data.map(
          ({ created_by: creator, opened_at: opened = null, revoked_at: revoked = null, ...link }) => ({
            ...link,
            created_by: creator.name,
            opened_at: opened,
            revoked_at: revoked,
          }),
        )
        return csvOfRows('dmarc-group-links.csv', csvColumns, lines) as never
      },
      {
        id: 'dmarc.listGroupLinks',
        summary: 'List the links of a group for clients',
        description: 'The latest first, expired and revoked ones included, without their URLs; also as CSV.',
        scope: 'dmarc',
        params: GroupParams,
        query: ListGroupLinks,
        response: { 200: GroupLinkPage },
        responses: csvInstead,
        errors: ['GROUP_NOT_FOUND', 'INVALID_CURSOR'],
      },
    )
    .post(
      '/dmarc/groups/:id/links',
      ({ body, caller, once, params: { id } }) => once((db) => createGroupLink(db, caller, { id, body, appUrl })),
      {
        id: 'dmarc.createGroupLink',
        summary: 'Create a link for a client',
        description:
          'A page and a PDF with the figures of the domains of the group in the last 30 days, for a client without an account. It ' +
          'shows nothing that its creator may not see at that time.',
        scope: 'dmarc',
        once: underLocks,
        etag: linkTag,
        params: GroupParams,
        body: CreateGroupLink,
        response: { 201: GroupLinkOnce },
        errors: ['GROUP_NOT_FOUND', 'LIMIT_REACHED'],
      },
    )
    .delete(
      '/dmarc/groups/:id/links/:linkId',
      ({ caller, ifMatch, params }) =>
        store.tx((db) => revokeGroupLink(db, caller, { ...params, ifMatch }), underLocks),
      {
        id: 'dmarc.revokeGroupLink',
        summary: 'Revoke a link for a client',
        description: 'From the next request on it opens nothing.',
        scope: 'dmarc',
        ifMatch: true,
        etag: linkTag,
        params: GroupLinkParams,
        response: { 200: GroupLink },
        errors: ['GROUP_NOT_FOUND', 'GROUP_LINK_NOT_FOUND', 'PRECONDITION_FAILED'],
      },
    )
}
