/** Pages of other origins before the assembled service. */
import { setAllowedOrigins } from '../../src/surfaces/projects/index.ts'
import { scenarios } from '../support/scenario.ts'
import { startService } from '../support/service.ts'

const service = await startService({ dialect: 'sqlite' })
await service.store.tx((db) => setAllowedOrigins(db, service.projects.a, ['https://shop.test']))
const requesting = { 'access-control-request-method': 'GET', 'access-control-request-headers': 'svc-api-auth' }

scenarios(service, [
  {
    name: 'the preflight of an allowed page is granted',
    call: 'OPTIONS /v1/templates/my',
    key: null,
    headers: { origin: 'https://shop.test', ...requesting },
    status: 204,
    answers: { 'access-control-allow-origin': 'https://shop.test', 'access-control-allow-headers': /Svc-Api-Auth/ },
  },
  {
    name: 'the call of an allowed page may be read by it',
    call: 'GET /v1/templates/my',
    headers: { origin: 'https://shop.test' },
    status: 200,
    answers: { 'access-control-allow-origin': 'https://shop.test', vary: /Origin/ },
  },
  {
    name: 'the preflight of another page is refused',
    call: 'OPTIONS /v1/templates/my',
    key: null,
    headers: { origin: 'https://evil.test', ...requesting },
    status: 403,
    body: { code: 'ORIGIN_NOT_ALLOWED' },
    answers: { 'access-control-allow-origin': null },
  },
  {
    name: 'the call of another page is refused, though its key is right',
    call: 'GET /v1/templates/my',
    headers: { origin: 'https://evil.test' },
    status: 403,
    body: { code: 'ORIGIN_NOT_ALLOWED' },
    answers: { 'access-control-allow-origin': null },
  },
  {
    name: 'what one project allows, another does not',
    call: 'GET /v1/templates/my',
    key: 'b',
    headers: { origin: 'https://shop.test' },
    status: 403,
    answers: { 'access-control-allow-origin': null },
  },
])
