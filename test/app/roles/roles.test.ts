/**
 * Every operation of the published document, called with the session of every role, by the table beside this file.
 * Requests have no body: what a role may never do is refused before a body is read.
 */
import { beforeAll, expect, test } from 'bun:test'
import { csrfOf, openSession } from '../../../src/app/accounts/index.ts'
import { type Role, roles } from '../../../src/platform/identity/index.ts'
import { createUser, findProject } from '../../../src/surfaces/projects/index.ts'
import { ask } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { allowedOperations, rolesAllowed } from './allowed-operations.ts'

interface Described {
  operationId: string
  security?: Record<string, unknown>[]
}

interface Operation {
  id: string
  method: string
  path: string
}

/** Callers other than API keys have no role: pages with the editor, and public files. */
const takesKey = ({ security = [] }: Described) => security.some((scheme) => 'apiKeyAuth' in scheme)

const template = { name: 'T', type: 'other', html: '<p>T</p>' }

const lowestFirst = roles.toReversed()

let service: TestService
let operations: readonly Operation[]
const tokens = new Map<Role, string>()

beforeAll(async () => {
  service = await startService({ dialect: 'sqlite', environment: { SVC_RUN_JOBS: 'false' } })
  const companyId = (await findProject(service.store.read, service.projects.a))?.companyId ?? ''
  for (const role of roles) {
    const account = { email: `${role}@example.com`, name: role, password: 'four unrelated words here' }
    const { id } = await createUser(service.store, { ...account, companyId, role })
    tokens.set(role, await openSession(service.store, id))
  }
  const { paths } = (await ask(service, { call: 'GET /openapi.json' })).body as {
    paths: Record<string, Record<string, Described>>
  }
  operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => takesKey(operation))
      .map(([method, { operationId: id }]) => ({ id, method: method.toUpperCase(), path })),
  )
})

function headersOf(role: Role): Record<string, string> {
  const token = tokens.get(role) ?? ''
  return { cookie: `svc_session=${token}`, 'svc-csrf': csrfOf(token), 'sec-fetch-site': 'same-origin' }
}

/** With ids of a template that exists, so that its level decides too; other ids name nothing. */
async function callAs(role: Role, { method, path }: Operation, template: string) {
  const filled = path.replace('/templates/{id}', `/templates/${template}`).replaceAll(/\{\w+\}/g, 'x')
  const { body, status } = await ask(service, { call: `${method} ${filled}`, key: null, headers: headersOf(role) })
  return { status, code: (Object(body) as { code?: string }).code }
}

test('the table lists every operation that takes a key, and nothing else', () => {
  const listed = allowedOperations.flatMap(({ operations: byResource }) =>
    Object.entries(byResource).flatMap(([resource, names]) => names.split(' ').map((name) => `${resource}.${name}`)),
  )
  expect(new Set(listed).size).toBe(listed.length)
  expect(listed.toSorted()).toEqual(operations.map(({ id }) => id).toSorted())
})

test('every role is refused what the table denies it, and nothing else', async () => {
  const wrong: string[] = []
  const shared = await service.create(template)
  for (const operation of operations) {
    // Without a trace of other operations; those that read leave none.
    const id =
      operation.method === 'GET' || !operation.path.startsWith('/v1/templates/{id}')
        ? shared
        : await service.create(template)
    for (const role of lowestFirst) {
      const { code = '', status } = await callAs(role, operation, id)
      const isRefused = status === 403
      const isAllowed = rolesAllowed(operation.id).includes(role)
      if (isRefused === isAllowed || status === 401 || status >= 500)
        wrong.push(`${operation.id} as ${role}: ${status} ${code}`)
    }
  }
  expect(wrong).toEqual([])
})
