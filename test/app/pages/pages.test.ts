import { beforeAll, describe, expect, test } from 'bun:test'
import { bootstrap } from '../../../src/app/bootstrap.ts'
import { pageRoutes } from '../../../src/app/pages/index.ts'
import { createVault } from '../../../src/platform/identity/index.ts'
import { createLog } from '../../../src/platform/log/index.ts'
import type { Store } from '../../../src/platform/storage/index.ts'
import { PageVisitor, pageBase as base, withoutChallenge } from '../../support/page-visitor.ts'
import { evidenceOf, openTestStore } from '../../support/store.ts'

const password = 'four unrelated words here'
const vault = createVault('a secret of at least thirty-two characters')

describe('the pages', () => {
  let store: Store
  let visitor: () => PageVisitor
  let token: string

  beforeAll(async () => {
    store = await openTestStore('sqlite')
    token = (await bootstrap(store, vault, { plan: 'pro', bootstrapApiKey: undefined })).setupToken ?? ''
    const config = {
      baseUrl: base,
      appUrl: base,
      cdnUrl: base,
      pluginUrl: base,
      isPublic: false,
      demo: 'local',
    } as const
    const app = pageRoutes({ store, config, log: createLog('error'), evidence: evidenceOf(store), vault })
    visitor = () => new PageVisitor(async (request) => app.handle(request))
  })

  test('while there is no account, / and /sign-in lead to where the setup link is', async () => {
    for (const path of ['/', '/sign-in']) {
      const { status, headers } = await visitor().get(path)
      expect([path, status, headers.get('location')]).toEqual([path, 303, '/setup'])
    }
    const { status, text, headers } = await visitor().get('/setup')
    expect(status).toBe(200)
    expect(text).toContain('svc setup-link')
    expect(text).not.toContain(token)
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('the colour scheme and the background come before everything that could be late', async () => {
    const { text } = await visitor().get('/setup')
    const start = text.slice(0, 2500)
    expect(start).toContain('name="color-scheme" content="light dark"')
    expect(start).toContain('background: var(--paper)')
    expect(text).not.toMatch(/<script|<link rel="stylesheet"|\son\w+=/)
  })

  test('a wrong setup link leads nowhere', async () => {
    expect((await visitor().get('/setup?token=nonsense')).status).toBe(404)
    expect((await visitor().get('/setup?token=')).status).toBe(200)
  })

  test('setting up refuses a weak password, keeps what was typed, and keeps the link', async () => {
    const weak = await visitor().post('/setup', {
      token,
      name: 'Ada "<L>"',
      email: 'ada@example.com',
      password: 'short',
    })
    expect(weak.status).toBe(422)
    expect(weak.text).toContain('value="Ada &#34;&#60;L&#62;&#34;"')
    expect(weak.text).toContain('aria-invalid="true"')
    expect(weak.text).toContain('<title>Error: ')
    expect((await visitor().get(`/setup?token=${token}`)).status).toBe(200)
  })

  test('a form of another site is refused', async () => {
    const fields = { token, name: 'Eve', email: 'eve@example.com', password }
    expect((await visitor().post('/setup', fields, { origin: 'https://evil.example' })).status).toBe(403)
    expect((await visitor().post('/setup', fields, { origin: 'null' })).status).toBe(403)
    expect((await visitor().post('/setup', fields, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  })

  test('an enormous form is refused', async () => {
    expect((await visitor().post('/sign-in', { email: 'a'.repeat(40_000), password })).status).toBe(413)
  })

  test('the owner sets up once, is signed in, sees the project, signs out and in again', async () => {
    const owner = visitor()
    const made = await owner.post('/setup', { token, name: 'Ada', email: 'ada@example.com', password })
    expect({ status: made.status, to: made.headers.get('location') }).toEqual({ status: 303, to: '/' })
    const [session = '', browser = ''] = made.headers.getSetCookie()
    expect(session).toMatch(/^svc_session=[\w-]+; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(browser).toMatch(/^svc_browser=[\w.-]+; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/)

    const home = await owner.get('/')
    expect(home.text).toContain('svc_pk_')
    expect((await owner.get('/sign-in')).headers.get('location')).toBe('/')
    expect((await visitor().post('/setup', { token, name: 'Eve', email: 'eve@example.com', password })).status).toBe(
      404,
    )

    expect((await visitor().get('/setup')).status).toBe(404)
    const landing = await visitor().get('/')
    expect(landing.text).toContain('SQLite')
    expect(landing.text).not.toContain('svc_pk_')

    const before = owner.session
    expect((await owner.post('/sign-out', {})).status).toBe(303)
    expect(owner.session).toBe('')
    const thief = visitor()
    thief.session = before
    expect((await thief.get('/')).text).not.toContain('svc_pk_')

    expect((await owner.post('/sign-in', { email: 'ADA@example.com', password })).status).toBe(303)
    expect((await owner.get('/')).text).toContain('svc_pk_')
    expect(owner.session).not.toBe(before)
  })

  test('signing in with a wrong password says so without saying which part is wrong', async () => {
    const wrong = await visitor().post('/sign-in', { email: 'ada@example.com', password: 'not it, not it' })
    const nobody = await visitor().post('/sign-in', { email: 'nobody@example.com', password: 'not it, not it' })
    expect(wrong.status).toBe(422)
    expect(wrong.text).toContain('Wrong email address or password')
    expect(withoutChallenge(nobody.text.replace('nobody@', 'ada@'))).toBe(withoutChallenge(wrong.text))
  })

  test('after many wrong passwords there is a pause', async () => {
    const guesser = visitor()
    const statuses: number[] = []
    for (let round = 0; round < 11; round++)
      statuses.push(
        (await guesser.post('/sign-in', { email: 'guess@example.com', password: `wrong ${round} wrong` })).status,
      )
    expect(statuses.at(-1)).toBe(429)
  })

  test('over TLS the cookie is bound to the host', async () => {
    const app = pageRoutes({
      store,
      config: { baseUrl: base, appUrl: 'https://svc.test', cdnUrl: base, pluginUrl: base, isPublic: true, demo: 'off' },
      log: createLog('error'),
      evidence: evidenceOf(store),
      vault,
    })
    const owner = new PageVisitor(async (request) => app.handle(request))
    const made = await owner.post('/sign-in', { email: 'ada@example.com', password }, { origin: 'https://svc.test' })
    const names = ['__Host-svc_session', '__Host-svc_browser']
    for (const [n, cookie] of made.headers.getSetCookie().entries())
      expect(cookie).toMatch(new RegExp(`^${names[n]}=.*; Path=/; HttpOnly; SameSite=Lax; Secure$`))
  })
})
