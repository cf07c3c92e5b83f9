/**
 * A stranger at the executable, set up as docs/operations.md says, word for word: without credentials nothing of the company
 * can be read, written or used up. `svc doctor` says that all is well, and fails where it is not.
 */
import { describe, expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import { bytesOf, photo } from '../email/image/images.ts'
import { startDnsServer } from '../support/dns-server.ts'
import { type Environment, container, shell, unit, unitCommand } from '../support/documented-set-ups.ts'
import { isAvailable } from '../support/missing.ts'
import { type Running, runBinary, startBinary } from './binary.ts'
import { nginxPath, startNginx } from './nginx.ts'

const hasNginx = isAvailable('nginx', nginxPath !== undefined, 'apt-get install nginx-light')

const secrets = ['CONFIDENTIAL', 'secret-launch']

interface Owner {
  /** What the company has: names and revisions. */
  holdings(): Promise<string>
  pluginId: string
  templateId: string
}

/** A company at work. */
async function moveIn({ url, apiKey = '', printed }: Running): Promise<Owner> {
  const headers = { 'svc-api-auth': apiKey }
  const call = async (path: string, body?: unknown) => {
    const isForm = body instanceof FormData
    const answer = await fetch(`${url}/v1${path}`, {
      headers: { ...headers, ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { method: 'POST', body: isForm ? body : JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
    return text
  }
  const image = new FormData()
  image.set('file', new File([(await bytesOf(photo(30, 20).png())).slice()], 'secret-launch.png'))
  await call('/assets', image)
  const html = '<p>CONFIDENTIAL price list</p>'
  const { id: templateId } = JSON.parse(await call('/templates', { name: 'CONFIDENTIAL', type: 'other', html })) as {
    id: string
  }
  const text = { id: 't', type: 'text', text: html }
  const column = { id: 'c', type: 'column', width: { fr: 1 }, blocks: [text] }
  await call('/modules', { name: 'CONFIDENTIAL', nodes: [{ id: 's', type: 'section', columns: [column] }] })
  const lists = ['/templates/my', '/assets', '/modules', '/assets/usage', '/webhooks', '/export']
  return {
    templateId,
    pluginId: /^Plugin ID +(\S+)$/m.exec(printed)?.[1] ?? '',
    holdings: async () => (await Promise.all(lists.map((path) => call(path)))).join('\n'),
  }
}

interface Answer {
  call: string
  status: number
  text: string
}

/** A stranger: each call comes from another IP address of theirs, where the way there tells it. */
function strangerAt(base: string, { host, isProxied }: { host: string; isProxied: boolean }) {
  let calls = 0
  return async (
    call: string,
    { headers = {}, send }: { headers?: Record<string, string>; send?: unknown } = {},
  ): Promise<Answer> => {
    const [method = '', path = ''] = call.split(' ')
    calls++
    const from = `198.51.${100 + Math.floor(calls / 250)}.${1 + (calls % 250)}`
    const answer = await fetch(`${base}${path}`, {
      method,
      redirect: 'manual',
      tls: { rejectUnauthorized: false },
      headers: {
        host,
        ...(isProxied ? { 'x-forwarded-for': from } : {}),
        ...(send === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(send === undefined ? {} : { body: JSON.stringify(send) }),
    })
    return { call, status: answer.status, text: await answer.text() }
  }
}

type Ask = ReturnType<typeof strangerAt>

function forgedToken(pluginId: string, emailId: string): string {
  const json = JSON.stringify({ pluginId, userId: 1, expires: Date.now() + 3_600_000, emailId })
  const signature = createHmac('sha256', 'a key of the stranger').update(json).digest('hex')
  return Buffer.from(`${json}.${signature}`).toString('base64')
}

/** What strangers try, each with the answers that give nothing away. */
async function attack(ask: Ask, { pluginId, templateId }: Owner): Promise<void> {
  const expected = async (statuses: number[], ...asked: Parameters<Ask>) => {
    const { call, status, text } = await ask(...asked)
    expect([call, statuses.includes(status) ? 'refused' : `${status} ${text}`]).toEqual([call, 'refused'])
    expect([call, secrets.filter((word) => text.includes(word))]).toEqual([call, []])
  }
  for (const call of ['GET /demo', 'GET /demo/client.js', 'POST /demo/token?emailId=demo-welcome', 'GET /metrics'])
    await expected([404], call)
  for (const emailId of [templateId, 'demo-welcome', 'any']) {
    const headers = { 'es-plugin-auth': forgedToken(pluginId, emailId), 'svc-session': `ses_${'0'.repeat(48)}` }
    for (const path of ['/init', '/v1/plugin/init', '/api/v1/init'])
      await expected([401, 429], `POST ${path}`, { headers, send: { pluginId, emailId } })
    for (const call of ['GET /v1/plugin/assets', 'GET /v1/plugin/modules', 'GET /plugin/document'])
      await expected([401, 429], call, { headers })
    for (const path of ['/v1/plugin/assets', '/v1/plugin/modules', '/plugin/save', '/plugin/export', '/export'])
      await expected([401, 429], `POST ${path}`, {
        headers,
        send: { name: 'planted', html: '<p>planted</p>', css: '' },
      })
  }
  for (const key of [`svc_${'0'.repeat(48)}`, pluginId])
    await expected([401, 429], 'GET /v1/templates/my', { headers: { 'svc-api-auth': key } })
  await expected([200], 'GET /healthz')
  await expected([200], 'GET /docs')
  const accept = { headers: { accept: 'text/html' } }
  await expected([400, 401, 403, 404, 410, 422, 429], 'GET /setup?token=guessed', accept)
  await expected([303], 'GET /', accept)
  const first = await ask('GET /setup', accept)
  expect(first.status).toBe(200)
  for (const word of ['0.1.0', 'SQLite', 'Storage', 'Running for', '/demo', ...secrets])
    expect(first.text).not.toContain(word)
  expect((await ask('GET /readyz')).text).toBe('{"status":"ready","jobs":"running"}')
}

/** Every operation of the contract, without credentials: those that answer all the same. */
async function answeredWithoutKey(ask: Ask): Promise<string[]> {
  const { text } = await ask('GET /openapi.json')
  const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, unknown>> }
  const answered: string[] = []
  for (const [path, methods] of Object.entries(paths))
    for (const method of Object.keys(methods).filter((name) => /^(?:get|put|post|patch|delete)$/.test(name))) {
      const call = `${method.toUpperCase()} ${path.replaceAll(/\{[^}]+\}/g, 'x')}`
      const { status } = await ask(call, method === 'get' || method === 'delete' ? {} : { send: {} })
      expect([call, status < 500]).toEqual([call, true])
      if (![401, 403, 404].includes(status)) answered.push(`${method.toUpperCase()} ${path} ${status}`)
    }
  return answered
}

/** `svc doctor` with the settings of a running service: its exit code, and what failed. */
async function examine({ url, dataDir }: Running, environment: Environment) {
  const dns = await startDnsServer(() => ({ rcode: 'NXDOMAIN' }))
  const words = ['doctor', '--json', '--port', new URL(url).port, '--data-dir', dataDir]
  const { code, out } = await runBinary(words, undefined, {
    ...environment,
    SVC_DNS_SERVERS: `${dns.host}:${dns.port}`,
  })
  dns.close()
  const { findings } = JSON.parse(out) as { findings: { name: string; state: string; message: string }[] }
  return { code, failed: findings.filter(({ state }) => state === 'fail').map(({ message }) => message) }
}

const host = 'mail.example.com'
const setUps: [name: string, environment: Environment, mode: 'port' | 'as a proxy' | 'nginx'][] = [
  ['the container', container, 'port'],
  ['the command for a shell, behind a proxy', shell, 'as a proxy'],
  ['the systemd unit behind nginx', unit, 'nginx'],
]

for (const [name, environment, mode] of setUps)
  describe.skipIf(mode === 'nginx' && !hasNginx)(`a stranger at ${name}`, () => {
    test('reads, writes and uses up nothing, and the doctor says that all is well', async () => {
      expect(unitCommand).toEqual(['serve'])
      const running = await startBinary({ environment })
      const owner = await moveIn(running)
      const before = await owner.holdings()
      const base = mode === 'nginx' ? await startNginx(Number(new URL(running.url).port)) : running.url
      const ask = strangerAt(base, { host, isProxied: mode !== 'port' })
      await attack(ask, owner)
      // From one IP address most of them would meet the limit of calls without a valid key. Countdowns are in emails.
      if (mode !== 'port') expect(await answeredWithoutKey(ask)).toEqual(['GET /cdn/countdown.gif 422'])
      for (let n = 0; n < 120; n++) await ask('POST /init', { send: { pluginId: owner.pluginId, emailId: 'any' } })
      expect(await owner.holdings()).toBe(before)
      expect(await examine(running, environment)).toEqual({ code: 0, failed: [] })
      expect(await running.stop()).toBe(0)
    })
  })

describe('a stranger at a unit with SVC_DEMO=true', () => {
  test('gets an editor that reaches nothing of the company, and the doctor fails', async () => {
    const environment = { ...unit, SVC_DEMO: 'true' }
    const running = await startBinary({ environment })
    const owner = await moveIn(running)
    const before = await owner.holdings()
    const ask = strangerAt(running.url, { host, isProxied: true })
    const page = await ask('GET /demo')
    expect(page.status).toBe(200)
    expect(page.text).not.toContain(owner.pluginId)
    expect((await ask('POST /demo/token?emailId=demo-welcome')).status).toBe(403)
    expect(await owner.holdings()).toBe(before)
    const listed = await runBinary(['projects', 'list', '--data-dir', running.dataDir])
    expect(listed.out).toMatch(/^prj_z{25}y +Editor demo .* demo *$/m)
    const { code, failed } = await examine(running, environment)
    expect([code, failed]).toEqual([1, [expect.stringContaining('SVC_DEMO=true on a public service')]])
    expect(await running.stop()).toBe(0)
  })
})
