import { beforeAll, expect, test } from 'bun:test'
import { type Scope, scopes } from '../../src/platform/identity/index.ts'
import { createApiKey } from '../../src/surfaces/projects/index.ts'
import { ask } from '../support/scenario.ts'
import { type TestService, startService } from '../support/service.ts'

type Described = Record<string, Record<string, { 'x-required-scope'?: Scope; operationId?: string }>>

let service: TestService
const keyWith: Partial<Record<Scope, string>> = {}
const guarded: { call: string; scope: Scope }[] = []

beforeAll(async () => {
  service = await startService({ dialect: 'sqlite' })
  for (const scope of scopes) {
    const wanted = { projectId: service.projects.a, name: `Only ${scope}`, scopes: [scope] }
    keyWith[scope] = (await service.store.tx((db) => createApiKey(db, wanted))).key
  }
  const { paths } = (await ask(service, { call: 'GET /openapi.json' })).body as { paths: Described }
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, { 'x-required-scope': scope }] of Object.entries(methods)) {
      if (scope !== undefined)
        guarded.push({ call: `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, 'x')}`, scope })
    }
  }
})

test('every guarded operation refuses every key but those with its scope and admin', async () => {
  expect(guarded.length).toBeGreaterThan(20)
  const wrong: string[] = []
  for (const { call, scope } of guarded) {
    for (const held of scopes) {
      const { status } = await ask(service, { call, key: keyWith[held] ?? null })
      const mayPass = held === scope || held === 'admin'
      if ((status === 403) === mayPass || status === 401) wrong.push(`${call} with ${held}: ${status}`)
    }
  }
  expect(wrong).toEqual([])
})
