/** Sign-in with an OpenID Connect provider: the pages of the service, and a provider that others have written. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { totpAt } from '../../../src/platform/identity/index.ts'
import { listAudit } from '../../../src/platform/audit/index.ts'
import {
  changeRole,
  createUser,
  disableUser,
  findProject,
  findUserByEmail,
} from '../../../src/surfaces/projects/index.ts'
import { underLocks } from '../../../src/platform/storage/index.ts'
import { freePort } from '../../support/free-port.ts'
import { type IdentityProvider, startIdentityProvider } from '../../support/identity-provider.ts'
import { PageVisitor, pageBase } from '../../support/page-visitor.ts'
import { type TestService, startService } from '../../support/service.ts'
import { dialects } from '../../support/store.ts'

const password = 'four unrelated words here'
const callback = `${pageBase}/sign-in/oidc/callback`

function settingsOf({ client, issuer }: Pick<IdentityProvider, 'client' | 'issuer'>): Record<string, string> {
  return {
    SVC_APP_URL: pageBase,
    SVC_NET_ALLOW: '127.0.0.1',
    SVC_RUN_JOBS: 'false',
    SVC_OIDC_ISSUER: issuer,
    SVC_OIDC_CLIENT_ID: client.id,
    SVC_OIDC_CLIENT_SECRET: client.secret,
    SVC_OIDC_NAME: 'Acme ID',
  }
}

async function addAccount(service: TestService, name: string, role = 'editor'): Promise<string> {
  const companyId = (await findProject(service.store.read, service.projects.a))?.companyId ?? ''
  const { id } = await createUser(service.store, { companyId, email: `${name}@example.com`, name, role, password })
  return id
}

const pathOf = (url: string) => url.slice(pageBase.length)
const locationOf = ({ headers }: { headers: Headers }) => headers.get('location') ?? ''

/** A browser that went to the provider as the person: the URL with which it came back. */
async function comeBack(provider: IdentityProvider, visitor: PageVisitor, subject: string, path = '/sign-in/oidc') {
  return pathOf(await provider.signInAs(subject, locationOf(await visitor.get(path))))
}

for (const dialect of dialects)
  describe(`single sign-on on ${dialect}`, () => {
    let service: TestService
    let provider: IdentityProvider
    const visitor = () => new PageVisitor((request) => service.handle(request))
    const enter = async (subject: string) => {
      const one = visitor()
      return { one, ...(await one.get(await comeBack(provider, one, subject))) }
    }

    beforeAll(async () => {
      provider = await startIdentityProvider(callback)
      service = await startService({ dialect, environment: settingsOf(provider) })
      await addAccount(service, 'owner', 'owner')
      for (const name of ['ada', 'grace', 'disabled', 'careful']) await addAccount(service, name)
      const person = (name: string) => ({ email: `${name}@example.com`, email_verified: true, name })
      for (const name of ['ada', 'grace', 'disabled', 'careful', 'stranger']) provider.people.set(name, person(name))
      provider.people.set('doubtful', { ...person('grace'), email_verified: false })
      provider.people.set('silent', { name: 'Silent' })
    })

    test('links the account with the verified address, and returns to the page that was requested', async () => {
      const one = visitor()
      const asked = await one.get('/templates?q=spring')
      expect(asked.status).toBe(303)
      const page = await one.get(locationOf(asked))
      const [, link = ''] = /href="(\/sign-in\/oidc[^"]*)">Sign in with Acme ID</.exec(page.text) ?? []
      const back = await comeBack(provider, one, 'ada', link)
      const entered = await one.get(back)
      expect([entered.status, locationOf(entered)]).toEqual([303, '/templates?q=spring'])
      const linked = await one.call('GET /console/account')
      expect(linked.body).toMatchObject({ provider: { name: 'Acme ID', is_linked: true } })
      // The email address at the provider no longer matters.
      provider.people.set('ada', { email: 'countess@example.org', email_verified: false })
      const again = await enter('ada')
      expect((await again.one.call('GET /console/account')).body).toMatchObject({ email: 'ada@example.com' })
      const actions = (await listAudit(service.store.read, { action: 'user.*' }, { limit: 500 })).map(
        ({ action }) => action,
      )
      expect(actions.filter((action) => action === 'user.identity_linked')).toHaveLength(1)
    })

    test('requests a code with PKCE, state and nonce that differ each time', async () => {
      const urls = [1, 2].map(async () => new URL(locationOf(await visitor().get('/sign-in/oidc'))).searchParams)
      const [a, b] = await Promise.all(urls)
      expect(a?.get('code_challenge_method')).toBe('S256')
      for (const name of ['state', 'nonce', 'code_challenge'])
        expect([name, a?.get(name)?.length ?? 0, a?.get(name) === b?.get(name)]).toEqual([
          name,
          expect.any(Number),
          false,
        ])
    })

    test('refuses a response that another browser has requested, or none', async () => {
      const one = visitor()
      const back = await comeBack(provider, one, 'grace')
      const other = visitor()
      expect((await other.get(back)).status).toBe(422)
      await other.get('/sign-in/oidc')
      expect((await other.get(back)).status).toBe(422)
      expect((await visitor().get('/sign-in/oidc/callback')).status).toBe(422)
      expect(other.session).toBe('')
    })

    test('refuses the code of another flow, and a code that was redeemed', async () => {
      const [victim, attacker] = [visitor(), visitor()]
      const stolen = new URL(await comeBack(provider, victim, 'grace'), pageBase).searchParams.get('code') ?? ''
      const own = new URL(await comeBack(provider, attacker, 'ada'), pageBase)
      own.searchParams.set('code', stolen)
      const refused = await attacker.get(`${own.pathname}${own.search}`)
      expect([refused.status, attacker.session]).toEqual([422, ''])
      expect(refused.text).toContain('The response of Acme ID was refused.')

      const one = visitor()
      const back = await comeBack(provider, one, 'ada')
      expect((await one.get(back)).status).toBe(303)
      expect((await one.get(back)).status).toBe(422)
    })

    test('says that the provider ended the sign-in', async () => {
      const one = visitor()
      const state = new URL(locationOf(await one.get('/sign-in/oidc'))).searchParams.get('state') ?? ''
      const query = new URLSearchParams({ error: 'access_denied', state, iss: provider.issuer })
      const { status, text } = await one.get(`/sign-in/oidc/callback?${query}`)
      expect([status, text.includes('Acme ID ended the sign-in.')]).toEqual([422, true])
    })

    const refusals: [subject: string, text: string][] = [
      ['stranger', 'There is no account for stranger@example.com.'],
      ['doubtful', 'Acme ID has not verified grace@example.com.'],
      ['silent', 'Acme ID sent no email address.'],
      ['disabled', 'This account is disabled.'],
    ]
    for (const [subject, text] of refusals)
      test(`refuses with the reason: ${text}`, async () => {
        if (subject === 'disabled') await service.store.tx((db) => disableUser(db, 'disabled@example.com'), underLocks)
        const { one, status, text: page } = await enter(subject)
        expect([status, one.session]).toEqual([403, ''])
        expect(page).toContain(text)
        expect(await findUserByEmail(service.store.read, 'stranger@example.com')).toBeUndefined()
      })

    test('an account belongs to one person at the provider, until it is unlinked', async () => {
      expect((await enter('grace')).status).toBe(303)
      provider.people.set('impostor', { email: 'grace@example.com', email_verified: true })
      const refused = await enter('impostor')
      expect([refused.status, refused.text.includes('belongs to another person')]).toEqual([403, true])

      const { one } = await enter('grace')
      const unlink = (current: string) => one.call('POST /console/account/identity/remove', { current })
      expect([(await unlink('wrong')).status, (await unlink(password)).status]).toEqual([422, 204])
      expect((await one.call('GET /console/account')).body).toMatchObject({ provider: { is_linked: false } })
      const owner = visitor()
      await owner.post('/sign-in', { email: 'owner@example.com', password })
      expect((await enter('impostor')).status).toBe(303)
      const id = (await findUserByEmail(service.store.read, 'grace@example.com'))?.id ?? ''
      expect((await owner.call(`POST /console/members/${id}/actions`, { action: 'unlink' })).status).toBe(204)
      expect((await enter('grace')).status).toBe(303)
    })

    test('keys that the provider has replaced a moment ago are read again', async () => {
      expect((await enter('ada')).status).toBe(303)
      await provider.rotateKeys()
      expect((await enter('ada')).status).toBe(303)
    })

    test('an account with two-factor sign-in still needs its code', async () => {
      const { one } = await enter('careful')
      const { secret: key } = (await one.call('POST /console/account/factor')).body as { secret: string }
      const code = (later = 0) => totpAt(key, service.store.read.nowMs() + later)
      await one.call('POST /console/account/factor/confirm', { code: code(), current: password })
      const back = visitor()
      const asked = await back.get(await comeBack(provider, back, 'careful', '/sign-in/oidc?next=/domains'))
      expect([asked.status, back.session]).toEqual([200, ''])
      const challenge = /name="challenge" value="([^"]+)"/.exec(asked.text)?.[1] ?? ''
      const entered = await back.post('/sign-in/code', { challenge, next: '/domains', code: code(30_000) })
      expect([entered.status, locationOf(entered)]).toEqual([303, '/domains'])
      expect(asked.text).toContain('name="next" value="/domains"')
    })

    test('signing out offers to end the session of the provider too', async () => {
      const { one } = await enter('ada')
      const out = await one.post('/sign-out', {})
      const page = await one.get(locationOf(out))
      expect(page.text).toContain('href="/sign-in/oidc/end"')
      const end = new URL(locationOf(await one.get('/sign-in/oidc/end')))
      expect(end.searchParams.get('post_logout_redirect_uri')).toBe(`${pageBase}/sign-in`)
      expect((await fetch(end)).status).toBe(200)
    })
  })

describe('a claim with the role', () => {
  let service: TestService
  let provider: IdentityProvider
  const enter = async (subject: string) => {
    const one = new PageVisitor((request) => service.handle(request))
    const { status, text } = await one.get(await comeBack(provider, one, subject))
    const role = (await findUserByEmail(service.store.read, `${subject}@example.com`))?.role
    return { status, role, text, one }
  }
  const grant = (subject: string, claims: Record<string, unknown>) =>
    provider.people.set(subject, { email: `${subject}@example.com`, email_verified: true, name: subject, ...claims })

  beforeAll(async () => {
    provider = await startIdentityProvider(callback)
    const environment = { ...settingsOf(provider), SVC_OIDC_ROLE_CLAIM: 'roles' }
    service = await startService({ dialect: 'sqlite', environment })
    await addAccount(service, 'boss', 'owner')
  })

  test('creates accounts, decides at every sign-in, and ends the sessions of another role', async () => {
    grant('newcomer', { roles: ['staff', 'writer', 'viewer'] })
    const first = await enter('newcomer')
    expect([first.status, first.role]).toEqual([303, 'writer'])
    grant('newcomer', { roles: 'editor' })
    expect(await enter('newcomer')).toMatchObject({ status: 303, role: 'editor' })
    expect((await first.one.call('GET /console/account')).status).toBe(401)
  })

  test('without one of the roles nobody gets in', async () => {
    for (const roles of [undefined, [], ['staff'], [{ name: 'owner' }], 'Owner']) {
      grant('outsider', { roles })
      const { role, status, text } = await enter('outsider')
      expect([status, role, text.includes('gives you no role')]).toEqual([403, undefined, true])
    }
  })

  test('leaves the only owner one', async () => {
    grant('boss', { roles: ['viewer'] })
    expect(await enter('boss')).toMatchObject({ status: 303, role: 'owner' })
    await addAccount(service, 'second', 'editor')
    await service.store.tx((db) => changeRole(db, 'second@example.com', 'owner'), underLocks)
    expect(await enter('boss')).toMatchObject({ status: 303, role: 'viewer' })
  })
})

test('a provider that does not respond is named, and passwords still work', async () => {
  const client = { id: 'svc', secret: 'x' }
  const environment = settingsOf({ client, issuer: `http://127.0.0.1:${freePort()}` })
  const service = await startService({ dialect: 'sqlite', environment })
  await addAccount(service, 'ada')
  const one = new PageVisitor((request) => service.handle(request))
  const { status, text } = await one.get('/sign-in/oidc?next=/domains')
  expect([status, text.includes('Acme ID does not respond.')]).toEqual([503, true])
  const entered = await one.post('/sign-in', { email: 'ada@example.com', password, next: '/domains' })
  expect([entered.status, locationOf(entered)]).toEqual([303, '/domains'])
})
