import { type Http, digestOf, readCreatedPage } from '../../platform/http/index.ts'
import type { Caller, Vault } from '../../platform/identity/index.ts'
import type { Send } from '../../platform/net/index.ts'
import { type Store, underLocks } from '../../platform/storage/index.ts'
import { templateVisibility } from '../templates/index.ts'
import { type AccountDeps, change, connect, disconnect, loadConnection } from './accounts/accounts.ts'
import {
  Connection,
  ConnectionPage,
  ConnectionParams,
  ConnectionTest,
  CreateConnection,
  Deleted,
  ListConnections,
  PushProviders,
  UpdateConnection,
} from './accounts/contract.ts'
import { listProviders, presentConnection } from './accounts/present.ts'
import { selectConnections } from './accounts/store.ts'
import { ConnectedTemplates, ListPushes, Push, PushPage, PushParams, PushTemplate } from './pushing/contract.ts'
import { listTemplates } from './pushing/links.ts'
import { loadPush, orderPush, presentPush } from './pushing/order.ts'
import { selectPushes } from './pushing/store.ts'
import { testConnection } from './pushing/test-connection.ts'

export interface ConnectionRouteDeps extends AccountDeps {
  http: Http
  store: Store
  vault: Vault
  send: Send
}

/** Routes of connections and pushes. A connection of another project is reported as not found. */
export function connectionRoutes({ http, send, store, ...parts }: ConnectionRouteDeps) {
  return http
    .surface('connections')
    .get('/connections/providers', () => listProviders(), {
      id: 'connections.listProviders',
      summary: 'List the providers',
      description: 'Providers that templates can be pushed to, with their required settings and template languages.',
      scope: 'exports',
      response: { 200: PushProviders },
    })
    .get('/connections', ({ caller, query }) => pageConnections(store, caller, query), {
      id: 'connections.list',
      summary: 'List connections',
      description: 'Connections of the project, oldest first by default, without secrets.',
      scope: 'exports',
      query: ListConnections,
      response: { 200: ConnectionPage },
      errors: ['INVALID_CURSOR'],
    })
    .post(
      '/connections',
      ({ caller, body, once }) => once(async (db) => presentConnection(await connect(db, caller, body, parts))),
      {
        id: 'connections.create',
        summary: 'Connect an account',
        description:
          'Stores the credentials of an ESP account; secrets are encrypted and never returned. Does not contact the ' +
          'provider; use `POST /connections/{id}/test`.',
        scope: 'admin',
        once: underLocks,
        location: '/v1/connections/{id}',
        body: CreateConnection,
        response: { 201: Connection },
        errors: ['EXPORT_TARGET_UNKNOWN', 'LIMIT_REACHED'],
      },
    )
    .get(
      '/connections/:id',
      async ({ caller, params }) => presentConnection(await loadConnection(store.read, caller, params.id)),
      {
        id: 'connections.get',
        summary: 'Get one connection',
        description: 'Settings without secrets, and the result of the last test.',
        scope: 'exports',
        etag: 'revision',
        params: ConnectionParams,
        response: { 200: Connection },
        errors: ['CONNECTION_NOT_FOUND'],
      },
    )
    .put(
      '/connections/:id',
      async ({ caller, params, body, ifMatch }) =>
        presentConnection(
          await store.tx((db) => change(db, caller, { id: params.id, body, ifMatch }, parts), underLocks),
        ),
      {
        id: 'connections.update',
        summary: 'Update a connection',
        description: 'Changes the members in the body. A change of settings or base_url requires the credentials.',
        scope: 'admin',
        ifMatch: true,
        etag: 'revision',
        params: ConnectionParams,
        body: UpdateConnection,
        response: { 200: Connection },
        errors: ['CONNECTION_NOT_FOUND', 'EXPORT_TARGET_UNKNOWN', 'PRECONDITION_FAILED'],
      },
    )
    .delete(
      '/connections/:id',
      ({ caller, params, ifMatch }) => store.tx((db) => disconnect(db, caller, params.id, ifMatch), underLocks),
      {
        id: 'connections.delete',
        summary: 'Delete a connection',
        description: 'Deletes the connection and its list of pushed templates. Templates at the provider remain.',
        scope: 'admin',
        ifMatch: true,
        params: ConnectionParams,
        response: { 204: Deleted },
        errors: ['CONNECTION_NOT_FOUND', 'PRECONDITION_FAILED'],
      },
    )
    .post(
      '/connections/:id/test',
      ({ caller, params }) => testConnection({ ...parts, send, store }, caller, params.id),
      {
        id: 'connections.test',
        summary: 'Test a connection',
        description: 'Sends a read-only request to the provider that requires valid credentials.',
        scope: 'exports',
        params: ConnectionParams,
        response: { 200: ConnectionTest },
        errors: ['CONNECTION_NOT_FOUND'],
      },
    )
    .post(
      '/connections/:id/push',
      ({ caller, params, body, once }) => once((db) => orderPush(db, caller, params.id, body)),
      {
        id: 'connections.push',
        summary: 'Push a template',
        description:
          'Writes a template to the provider in the background. The first push creates it; later pushes update it. If the ' +
          'provider is busy, the push is retried at the time that the provider specifies.',
        scope: 'exports',
        once: underLocks,
        location: '/v1/connections/{connection_id}/pushes/{id}',
        params: ConnectionParams,
        body: PushTemplate,
        response: { 202: Push },
        errors: ['CONNECTION_NOT_FOUND', 'TEMPLATE_NOT_FOUND', 'RELEASE_NOT_FOUND', 'NOT_PUBLISHED'],
      },
    )
    .get(
      '/connections/:id/pushes',
      ({ caller, params, query }) => pagePushes(store, caller, { ...query, id: params.id }),
      {
        id: 'connections.listPushes',
        summary: 'List pushes',
        description: 'Pushes to the connection and their results, newest first by default.',
        scope: 'exports',
        params: ConnectionParams,
        query: ListPushes,
        response: { 200: PushPage },
        errors: ['CONNECTION_NOT_FOUND', 'INVALID_CURSOR'],
      },
    )
    .get('/connections/:id/pushes/:push', ({ caller, params }) => loadPush(store.read, caller, params), {
      id: 'connections.getPush',
      summary: 'Get one push',
      description:
        'The status of the push and its result at the provider, or the reason for the last failure and the time of the ' +
        'next attempt.',
      scope: 'exports',
      etag: digestOf,
      params: PushParams,
      response: { 200: Push },
      errors: ['CONNECTION_NOT_FOUND', 'PUSH_NOT_FOUND'],
    })
    .get('/connections/:id/templates', ({ caller, params }) => listTemplates(store.read, caller, params.id), {
      id: 'connections.listTemplates',
      summary: 'List the templates of a connection',
      description: 'Pushed templates with their provider ids and revisions.',
      scope: 'exports',
      params: ConnectionParams,
      response: { 200: ConnectedTemplates },
      errors: ['CONNECTION_NOT_FOUND'],
    })
}

async function pageConnections(store: Store, caller: Caller, query: ListConnections): Promise<ConnectionPage> {
  const { items, page } = await readCreatedPage(query, {
    key: ['connections', caller.projectId],
    kind: 'connection',
    sort: 'created_at',
    read: (wanted) => selectConnections(store.read, caller.projectId, wanted),
  })
  return { data: items.map(presentConnection), page }
}

async function pagePushes(store: Store, caller: Caller, query: ListPushes & { id: string }): Promise<PushPage> {
  const { status: statuses, template_id: templateIds } = query
  const connection = await loadConnection(store.read, caller, query.id)
  const visibility = await templateVisibility(store.read, caller)
  const { items, page } = await readCreatedPage(query, {
    key: ['pushes', connection.id, statuses, templateIds],
    kind: 'push',
    sort: '-created_at',
    read: (wanted) => selectPushes(store.read, connection.id, wanted, { statuses, templateIds, visibility }),
  })
  return { data: items.map(presentPush), page }
}
