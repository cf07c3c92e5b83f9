import { scenarios } from '../../support/scenario.ts'
import { openTestStore } from '../../support/store.ts'
import { createProject, createToy } from './test-surface.ts'

const store = await openTestStore('sqlite')
const a = await createProject(store, { origins: ['https://shop.test'] })
const b = await createProject(store, { origins: ['HTTPS://Other.test:443'] })
const toy = { ...createToy(store), keys: { a: a.key, b: b.key } }
const from = (origin: string) => ({ origin })
const requesting = (origin: string, method = 'GET') => ({ origin, 'access-control-request-method': method })

scenarios(toy, [
  {
    name: 'a preflight of a listed page is granted for that origin alone',
    call: 'OPTIONS /v1/things/x',
    key: null,
    headers: requesting('https://shop.test'),
    status: 204,
    answers: {
      'access-control-allow-origin': 'https://shop.test',
      'access-control-allow-methods': 'DELETE, GET, HEAD, OPTIONS',
      'access-control-allow-headers': /Svc-Api-Auth/,
      'access-control-allow-credentials': null,
      vary: /Origin/,
    },
  },
  {
    name: 'a listed origin is compared as browsers write it',
    call: 'OPTIONS /v1/things/x',
    key: null,
    headers: requesting('https://other.test'),
    status: 204,
  },
  {
    name: 'a preflight of any other page is refused',
    call: 'OPTIONS /v1/things/x',
    key: null,
    headers: requesting('https://evil.test'),
    status: 403,
    body: { code: 'ORIGIN_NOT_ALLOWED' },
    answers: { 'access-control-allow-origin': null, vary: 'Origin' },
  },
  {
    name: 'a sandboxed page is refused',
    call: 'OPTIONS /v1/things/x',
    key: null,
    headers: requesting('null'),
    status: 403,
  },
  {
    name: 'a preflight of an unknown path is 404',
    call: 'OPTIONS /v1/nothing',
    key: null,
    headers: requesting('https://shop.test'),
    status: 404,
  },
  {
    name: 'a surface closed to other origins grants nobody',
    call: 'OPTIONS /init',
    key: null,
    headers: requesting('https://shop.test', 'POST'),
    status: 403,
  },
  {
    name: 'the call of a listed page may be read by it',
    call: 'GET /v1/things/x',
    headers: from('https://shop.test'),
    status: 200,
    answers: {
      'access-control-allow-origin': 'https://shop.test',
      'access-control-expose-headers': /ETag.*RateLimit-Remaining/,
      vary: 'Origin',
    },
  },
  {
    name: 'a failure may be read by it too',
    call: 'GET /v1/things?nope=1',
    headers: from('https://shop.test'),
    status: 422,
    answers: { 'access-control-allow-origin': 'https://shop.test' },
  },
  {
    name: 'the list of another project does not count',
    call: 'GET /v1/things/x',
    key: 'b',
    headers: from('https://shop.test'),
    status: 403,
    body: { code: 'ORIGIN_NOT_ALLOWED' },
    answers: { 'access-control-allow-origin': null },
  },
  {
    name: 'our own pages need no entry',
    call: 'GET /v1/things/x',
    headers: from('http://localhost'),
    status: 200,
    answers: { 'access-control-allow-origin': null },
  },
])
