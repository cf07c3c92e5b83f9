/** Passkeys: the calls of the console and the form of the sign-in page, with authenticators in software. */
import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { limits } from '../../../src/kernel/limits.ts'
import { listAudit } from '../../../src/platform/audit/index.ts'
import { createUser, disableUser, findProject, findUserByEmail } from '../../../src/surfaces/projects/index.ts'
import { underLocks } from '../../../src/platform/storage/index.ts'
import { totpAt } from '../../../src/platform/identity/index.ts'
import { PageVisitor, pageBase } from '../../support/page-visitor.ts'
import { type PasskeyDevice, createPasskeyDevice } from '../../support/passkey-device.ts'
import { type TestService, startService } from '../../support/service.ts'
import { dialects } from '../../support/store.ts'

const password = 'four unrelated words here'

type Options = { challenge: string; user: { id: string; name: string }; excludeCredentials: { id: string }[] }
type Account = { passkeys: { id: string; name: string; last_used_at: string | null }[]; passkey_origin: string | null }

for (const dialect of dialects)
  describe(`passkeys on ${dialect}`, () => {
    let service: TestService
    const visitor = () => new PageVisitor((request) => service.handle(request))
    const signedIn = async (email: string) => {
      const one = visitor()
      expect([email, (await one.post('/sign-in', { email, password })).status]).toEqual([email, 303])
      return one
    }
    const device = () => createPasskeyDevice({ origin: pageBase })
    const prepare = async (one: PageVisitor) =>
      (await one.call('POST /console/account/passkeys/options', { current: password })).body as Options
    const add = async (one: PageVisitor, key: PasskeyDevice) => {
      const credential = key.create(await prepare(one))
      expect((await one.call('POST /console/account/passkeys', { credential })).status).toBe(204)
    }
    const accountOf = async (one: PageVisitor): Promise<Account> => (await one.call('GET /console/account')).body
    /** What the page of this browser offers to sign. */
    const offered = async (one: PageVisitor, path = '/sign-in') => {
      const { headers, text } = await one.get(path)
      expect(headers.get('content-security-policy')).toContain("script-src 'self'")
      const [, json = ''] = /data-options="([^"]+)"/.exec(text) ?? []
      return JSON.parse(json.replaceAll('&#34;', '"')) as { challenge: string }
    }
    // Ten passwords in 15 minutes are too many.
    const forgetAttempts = () => service.store.tx((db) => db.delete(db.tables.rateCounters))
    const enter = (one: PageVisitor, fields: object) => one.post('/sign-in/passkey', fields as Record<string, string>)

    beforeAll(async () => {
      service = await startService({ dialect, environment: { SVC_APP_URL: pageBase, SVC_RUN_JOBS: 'false' } })
      const companyId = (await findProject(service.store.read, service.projects.a))?.companyId ?? ''
      for (const name of ['ada', 'grace', 'disabled', 'full', 'owner'])
        await createUser(service.store, {
          companyId,
          email: `${name}@example.com`,
          name,
          role: name === 'owner' ? 'owner' : 'editor',
          password,
        })
    })

    beforeEach(forgetAttempts)

    test('a passkey signs in alone, to the page that was requested, and a replay of its response does not', async () => {
      const here = await signedIn('ada@example.com')
      const key = device()
      expect(await prepare(here)).toMatchObject({
        rp: { id: 'svc.localhost' },
        user: { name: 'ada@example.com' },
        excludeCredentials: [],
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })
      await add(here, key)
      expect((await prepare(here)).excludeCredentials.map(({ id }) => id)).toEqual([key.id])
      const { secret } = (await here.call('POST /console/account/factor')).body as { secret: string }
      const code = totpAt(secret, service.store.read.nowMs())
      const turnedOn = await here.call('POST /console/account/factor/confirm', { code, current: password })
      expect(turnedOn.status).toBe(200)
      // A passkey is both factors.
      const there = visitor()
      const response = { ...key.sign(await offered(there, '/sign-in?next=%2Fassets')), next: '/assets' }
      const entered = await enter(there, response)
      expect([entered.status, entered.headers.get('location')]).toEqual([303, '/assets'])
      const account = await accountOf(there)
      expect(account).toMatchObject({ email: 'ada@example.com', passkey_origin: pageBase })
      expect(account.passkeys).toEqual([expect.objectContaining({ last_used_at: expect.any(String) })])

      expect((await there.call('POST /console/account/factor/remove', { current: password })).status).toBe(204)
      for (const again of [there, visitor()]) {
        again.session = ''
        await offered(again)
        const replayed = await enter(again, response)
        expect([replayed.status, again.session]).toEqual([422, ''])
        expect(replayed.text).toContain('This sign-in took too long, or was used before.')
      }
    })

    test('of two requests with one response, one signs in', async () => {
      const key = device()
      await add(await signedIn('ada@example.com'), key)
      const one = visitor()
      const response = key.sign(await offered(one))
      const sent = await Promise.all([1, 2].map(() => enter(one, response)))
      expect(sent.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 422])
    })

    const refused = 'This passkey was refused.'
    const faults: [name: string, said: Parameters<PasskeyDevice['sign']>[1], text: string][] = [
      ['of another origin', { origin: 'https://svc.example' }, refused],
      ['for another host name', { rpId: 'example.com' }, refused],
      ['to another request', { type: 'webauthn.create' }, refused],
      ['without a check of the person', { isVerified: false }, refused],
      ['of a copy, whose counter is behind', { counter: 1 }, refused],
      ['in the name of another account', { userHandle: Buffer.from('usr_x').toString('base64url') }, refused],
    ]
    test('responses are refused with the reason, and none signs in', async () => {
      const key = device()
      await add(await signedIn('grace@example.com'), key)
      for (const [name, said, text] of faults) {
        const one = visitor()
        const answer = await enter(one, key.sign(await offered(one), said))
        expect([name, answer.status, one.session, answer.text.includes(text)]).toEqual([name, 422, '', true])
      }
      const [stranger, other, mine] = [device(), visitor(), visitor()]
      stranger.create({ challenge: '', user: { id: 'x' } })
      expect((await enter(mine, stranger.sign(await offered(mine)))).text).toContain('No account has this passkey.')
      // Signed by the key of another person.
      const options = await offered(mine)
      expect((await enter(mine, { ...stranger.sign(options), id: key.id })).text).toContain(refused)
      expect((await enter(mine, { ...key.sign(options), signature: '' })).text).toContain(refused)
      expect((await enter(mine, { ...key.sign(options), client_data: 'e30', authenticator_data: '%' })).status).toBe(
        422,
      )
      // A challenge that another browser has got, or none.
      await offered(other)
      expect((await enter(other, key.sign(options))).text).toContain('This sign-in took too long')
      expect((await enter(visitor(), key.sign(options))).text).toContain('This sign-in took too long')
      expect((await enter(mine, key.sign({ challenge: 'bm8' }))).text).toContain('This sign-in took too long')
      const foreign = await mine.post('/sign-in/passkey', key.sign(options) as never, { origin: 'https://svc.example' })
      expect(foreign.status).toBe(403)
      expect([mine.session, other.session]).toEqual(['', ''])
      expect((await enter(mine, key.sign(options))).status).toBe(303)
    })

    test('adding needs the password, the session that requested it, and a new passkey', async () => {
      const [ada, grace] = [await signedIn('ada@example.com'), await signedIn('grace@example.com')]
      const wrong = await ada.call('POST /console/account/passkeys/options', { current: 'wrong' })
      expect([wrong.status, wrong.text.includes('not your current password')]).toEqual([422, true])
      const key = device()
      const options = await prepare(ada)
      const credential = key.create(options)
      const tries: [PageVisitor, object, number][] = [
        [grace, credential, 422],
        [ada, key.create(options, { origin: 'https://svc.example' }), 422],
        [ada, key.create(options, { isVerified: false }), 422],
        [ada, { ...credential, attestation_object: 'oA' }, 422],
        [ada, { ...credential, transports: ['A B'] }, 422],
        [ada, credential, 204],
        [ada, credential, 422],
        [ada, key.create(await prepare(ada)), 422],
        [grace, key.create(await prepare(grace)), 422],
      ]
      for (const [at, [who, send, status]] of tries.entries())
        expect([at, (await who.call('POST /console/account/passkeys', { credential: send })).status]).toEqual([
          at,
          status,
        ])
      // What signs an addition signs nobody in.
      const one = visitor()
      await offered(one)
      expect((await enter(one, key.sign(await prepare(ada)))).status).toBe(422)
    })

    test('a passkey is renamed, and removed with the password, after which it signs nobody in', async () => {
      const [ada, grace] = [await signedIn('ada@example.com'), await signedIn('grace@example.com')]
      const key = device()
      await add(ada, key)
      const id = (await accountOf(ada)).passkeys.at(-1)?.id
      const lines: [PageVisitor, string, object, number][] = [
        [grace, `PUT /console/account/passkeys/${id}`, { name: 'Mine' }, 422],
        [grace, `POST /console/account/passkeys/${id}/remove`, { current: password }, 422],
        [ada, `PUT /console/account/passkeys/${id}`, { name: ' ' }, 422],
        [ada, `PUT /console/account/passkeys/${id}`, { name: 'Laptop' }, 204],
        [ada, `POST /console/account/passkeys/${id}/remove`, { current: 'wrong' }, 422],
      ]
      for (const [who, line, send, status] of lines)
        expect([line, send, (await who.call(line, send)).status]).toEqual([line, send, status])
      expect((await accountOf(ada)).passkeys.at(-1)?.name).toBe('Laptop')
      const one = visitor()
      const response = key.sign(await offered(one))
      await ada.call(`POST /console/account/passkeys/${id}/remove`, { current: password })
      const answer = await enter(one, response)
      expect([answer.status, answer.text.includes('No account has this passkey.')]).toEqual([422, true])
    })

    test('an account has a limited number, which an admin removes, and a disabled account does not enter', async () => {
      const full = await signedIn('full@example.com')
      const keys = Array.from({ length: limits.passkeys }, device)
      for (const key of keys) {
        await forgetAttempts()
        const options = await prepare(full)
        expect((await full.call('POST /console/account/passkeys', { credential: key.create(options) })).status).toBe(
          204,
        )
      }
      await forgetAttempts()
      const over = await full.call('POST /console/account/passkeys/options', { current: password })
      expect([over.status, over.text.includes('LIMIT_REACHED')]).toEqual([409, true])

      const owner = await signedIn('owner@example.com')
      const { id = '' } = (await findUserByEmail(service.store.read, 'full@example.com')) ?? {}
      const removed = await owner.call(`POST /console/members/${id}/actions`, { action: 'remove_passkeys' })
      expect([removed.status, (await full.call('GET /console/account')).status]).toEqual([204, 401])
      const one = visitor()
      expect((await enter(one, keys[0]?.sign(await offered(one)) ?? {})).text).toContain('No account has this passkey.')

      const key = device()
      await add(await signedIn('disabled@example.com'), key)
      await service.store.tx((db) => disableUser(db, 'disabled@example.com'), underLocks)
      expect((await enter(one, key.sign(await offered(one)))).text).toContain('This account is disabled.')
      expect(one.session).toBe('')
    })

    test('each act is in the audit log', async () => {
      await service.writeNotes()
      const entries = await listAudit(service.store.read, { action: 'user.*' }, { limit: 500 })
      const actions = new Set(entries.map(({ action }) => action))
      for (const action of ['user.passkey_added', 'user.passkey_removed']) expect(actions).toContain(action)
      const written = JSON.stringify(entries)
      for (const part of ['"by":"passkey"', '"reason":"late"', '"reason":"unknown"', '"reason":"refused"'])
        expect([part, written.includes(part)]).toEqual([part, true])
    })
  })

test('at a URL without passkeys, the pages offer none and explain it', async () => {
  const service = await startService({
    dialect: 'sqlite',
    environment: { SVC_APP_URL: 'http://127.0.0.1:3009', SVC_RUN_JOBS: 'false' },
  })
  const companyId = (await findProject(service.store.read, service.projects.a))?.companyId ?? ''
  await createUser(service.store, { companyId, email: 'ada@example.com', name: 'Ada', role: 'owner', password })
  const page = await service.handle(new Request('http://127.0.0.1:3009/sign-in'))
  expect(page.headers.get('content-security-policy')).not.toContain('script-src')
  expect(await page.text()).not.toContain('passkey')
})
