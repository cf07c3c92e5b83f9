import { limits } from '../../../../kernel/limits.ts'
import { type Http, etagOf, readCreatedPage } from '../../../../platform/http/index.ts'
import type { Caller } from '../../../../platform/identity/index.ts'
import { type Store, underLocks } from '../../../../platform/storage/index.ts'
import { csvInstead, csvOfRows } from '../../csv.ts'
import { selectHiddenGroups } from '../../domains/index.ts'
import {
  CreateGroup,
  DomainGroup,
  DomainGroupPage,
  GroupDeleted,
  GroupParams,
  ListGroups,
  UpdateGroup,
} from './contract.ts'
import { changeGroup, createGroup, describeGroup, describeGroups, loadGroup, removeGroup } from './groups.ts'
import { selectGroups } from './store.ts'

export interface GroupDeps {
  readonly http: Http
  readonly store: Store
}

const csvColumns = ['id', 'name', 'members', 'domains', 'created_at'] as const

/** A group of another project is reported as missing. */
export function groupResourceRoutes({ http, store }: GroupDeps) {
  async function list(caller: Caller, query: ListGroups): Promise<DomainGroupPage> {
    const { read } = store
    // All of them, at most `limits.dmarcGroups`, are read, as members decide which are visible.
    const hidden = await selectHiddenGroups(read, caller)
    const visible = async (page: Parameters<typeof selectGroups>[2]) =>
      (await selectGroups(read, caller.projectId, { ...page, limit: limits.dmarcGroups + 1 })).filter(
        ({ name }) => !hidden.has(name),
      )
    if (query.format === 'csv') {
      const rows = await visible({ limit: limits.dmarcGroups, descending: query.sort === '-created_at' })
      const groups = await describeGroups(read, rows)
      const lines = groups.map((group) => ({ ...group, members: group.members.join(' ') }))
      return csvOfRows('dmarc-groups.csv', csvColumns, lines) as never
    }
    const { items, page } = await readCreatedPage(query, {
      key: ['dmarc groups', caller.projectId],
      kind: 'domainGroup',
      sort: 'created_at',
      read: async (wanted) => (await visible(wanted)).slice(0, wanted.limit),
    })
    return { data: await describeGroups(read, items), page }
  }

  return http
    .surface('dmarc')
    .get('/dmarc/groups', ({ caller, query }) => list(caller, query), {
      id: 'dmarc.listGroups',
      summary: 'List groups of domains',
      description: 'Groups of the project that the caller may see, oldest first by default; also as CSV.',
      scope: 'dmarc',
      query: ListGroups,
      response: { 200: DomainGroupPage },
      responses: csvInstead,
      errors: ['INVALID_CURSOR'],
    })
    .post('/dmarc/groups', ({ body, caller, once }) => once((db) => createGroup(db, caller, body)), {
      id: 'dmarc.createGroup',
      summary: 'Create a group of domains',
      description:
        'Groups are also created by naming them in a domain. With `members`, only those accounts, owners and admins see its ' +
        'domains; keys see every domain of their project.',
      scope: 'dmarc',
      once: underLocks,
      location: '/v1/dmarc/groups/{id}',
      body: CreateGroup,
      response: { 201: DomainGroup },
      errors: ['NAME_TAKEN', 'LIMIT_REACHED', 'FORBIDDEN'],
    })
    .get(
      '/dmarc/groups/:id',
      async ({ caller, params }) => describeGroup(store.read, await loadGroup(store.read, caller, params.id)),
      {
        id: 'dmarc.getGroup',
        summary: 'Get one group of domains',
        scope: 'dmarc',
        etag: 'revision',
        params: GroupParams,
        response: { 200: DomainGroup },
        errors: ['GROUP_NOT_FOUND'],
      },
    )
    .put(
      '/dmarc/groups/:id',
      ({ body, caller, ifMatch, params, set }) =>
        store.tx(async (db) => {
          const group = await changeGroup(db, caller, { id: params.id, body, ifMatch })
          set.headers.etag = etagOf(group.revision)
          return group
        }, underLocks),
      {
        id: 'dmarc.updateGroup',
        summary: 'Update a group of domains',
        description: 'Changes the members in the body. A new name is that of its domains, too.',
        scope: 'dmarc',
        ifMatch: true,
        params: GroupParams,
        body: UpdateGroup,
        response: { 200: DomainGroup },
        errors: ['GROUP_NOT_FOUND', 'NAME_TAKEN', 'FORBIDDEN', 'PRECONDITION_FAILED'],
      },
    )
    .delete(
      '/dmarc/groups/:id',
      ({ caller, ifMatch, params }) => store.tx((db) => removeGroup(db, caller, params.id, ifMatch), underLocks),
      {
        id: 'dmarc.deleteGroup',
        summary: 'Delete a group of domains',
        description:
          'Its links open nothing any more. Its domains stay, in no group, and are visible to every account whose role includes ' +
          'sending domains.',
        scope: 'dmarc',
        ifMatch: true,
        params: GroupParams,
        response: { 204: GroupDeleted },
        errors: ['GROUP_NOT_FOUND', 'FORBIDDEN', 'PRECONDITION_FAILED'],
      },
    )
}
