/** A host of the editor: a project with credentials, and the tokens that its backend signs. */
import { createHmac } from 'node:crypto'
import { createVault } from '../../../src/platform/identity/index.ts'
import { createApiKey, createProject, createCompany } from '../../../src/surfaces/projects/index.ts'
import { type Answer, ask } from '../../support/scenario.ts'
import { type TestService, testSecret } from '../../support/service.ts'
import { answerOf } from '../assets/send-file.ts'

export interface Host {
  projectId: string
  pluginId: string
  secret: string
}

export interface Payload {
  pluginId: string
  userId: number | string
  expires: number
  [more: string]: unknown
}

/** Makes a project that hosts the editor, with its two credentials. */
export async function makeHost(service: TestService, allowedOrigins: string[] = []): Promise<Host> {
  return service.store.tx(async (db) => {
    const company = await createCompany(db, { name: 'Host', plan: 'business' })
    const made = await createProject(db, createVault(testSecret), {
      companyId: company.id,
      name: 'Host',
      allowedOrigins,
    })
    return { projectId: made.project.id, pluginId: made.pluginId, secret: made.pluginSecret }
  })
}

/** A token as a host's server signs it. */
export function signToken(json: string, secret: string): string {
  const signature = createHmac('sha256', secret).update(json).digest('hex')
  return Buffer.from(`${json}.${signature}`).toString('base64')
}

/** A token of a host that is good for an hour, but for what is given. */
export function tokenOf({ pluginId, secret }: Host, more: Partial<Payload> = {}): string {
  return signToken(JSON.stringify({ pluginId, userId: 42, expires: Date.now() + 3_600_000, ...more }), secret)
}

/** A session of a user of the host, and what calls with it. */
export interface TestDesk {
  sessionId: string
  headers: Record<string, string>
  call(call: string, send?: unknown, more?: Record<string, string>): Promise<Answer>
}

/** An API key of the host's project with every scope. */
export async function makeKey(service: TestService, { projectId }: Host): Promise<string> {
  return (await service.store.tx((db) => createApiKey(db, { projectId, name: 'Host' }))).key
}

/** Uploads a file from a session, under the name and the type that the browser claims. */
export async function uploadFrom(
  service: TestService,
  testService: TestDesk,
  { bytes, name, type = 'image/png', fields = {} }: Upload,
): Promise<Answer> {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  form.set('file', new File([typeof bytes === 'string' ? bytes : bytes.slice()], name, { type }))
  return answerOf(
    await service.handle(
      new Request('http://localhost/v1/plugin/assets', { method: 'POST', headers: testService.headers, body: form }),
    ),
  )
}

export interface Upload {
  bytes: Uint8Array | string
  name: string
  type?: string
  fields?: Record<string, string>
}

/** Opens a session on an email. `claims` are more members of its token. */
export async function openTestService(
  service: TestService,
  host: Host,
  {
    emailId,
    userId = 42,
    startFrom,
    seat,
    claims = {},
  }: { emailId: string; userId?: number; startFrom?: string; seat?: string; claims?: object },
): Promise<TestDesk> {
  const token = tokenOf(host, { userId, ...claims })
  const body = {
    pluginId: host.pluginId,
    emailId,
    ...(startFrom === undefined ? {} : { startFrom }),
    ...(seat === undefined ? {} : { seat }),
  }
  const answer = await ask(service, { call: 'POST /init', key: null, headers: { 'es-plugin-auth': token }, send: body })
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`)
  const { sessionId } = answer.body as { sessionId: string }
  const headers = { 'es-plugin-auth': token, 'svc-session': sessionId }
  return {
    sessionId,
    headers,
    call: (call, send, more) =>
      ask(service, { call, key: null, headers: { ...headers, ...more }, ...(send === undefined ? {} : { send }) }),
  }
}
