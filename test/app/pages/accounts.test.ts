/** Members, invitations, sessions and new passwords, by the calls of the console and the forms behind links. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { createUser, listUsers } from '../../../src/surfaces/projects/index.ts'
import { totpAt } from '../../../src/platform/identity/index.ts'
import { listAudit } from '../../../src/platform/audit/index.ts'
import { type MailReceiver, startMailReceiver } from '../../support/mail-receiver.ts'
import { PageVisitor, pageBase, withoutChallenge } from '../../support/page-visitor.ts'
import { type TestService, startService } from '../../support/service.ts'
import { dialects } from '../../support/store.ts'

const password = 'four unrelated words here'
const other = 'five other words to type'

for (const dialect of dialects)
  describe(`accounts on ${dialect}`, () => {
    let service: TestService
    let mail: MailReceiver
    let companyId: string
    let foreignId: string
    const visitor = () => new PageVisitor((request) => service.handle(request))

    const signedIn = async (email: string, words = password) => {
      const one = visitor()
      const { status } = await one.post('/sign-in', { email, password: words })
      expect([email, status]).toEqual([email, 303])
      return one
    }
    const idOf = async (email: string) =>
      (await listUsers(service.store.read, companyId)).find((user) => user.email === email)?.id ?? ''
    const issued: string[] = []
    const invite = async (one: PageVisitor, email: string, role: string) => {
      const { body } = await one.call('POST /console/members/invitations', { email, role })
      const url = new URL((body as { url: string }).url)
      issued.push(url.searchParams.get('token') ?? '')
      return url
    }
    type Listed = { invitations: { id: string; email: string }[]; members: { email: string; role: string }[] }
    const membersOf = async (one: PageVisitor): Promise<Listed> => (await one.call('GET /console/members')).body
    /** 200 while the session is valid. */
    const statusOf = async (one: PageVisitor) => (await one.call('GET /console/account')).status
    const pathOf = ({ pathname, search }: URL) => `${pathname}${search}`

    beforeAll(async () => {
      mail = await startMailReceiver({ hideSTARTTLS: true })
      service = await startService({
        dialect,
        environment: {
          SVC_APP_URL: pageBase,
          SVC_SMTP_URL: `smtp://127.0.0.1:${mail.port}?tls=none`,
          SVC_MAIL_FROM: 'Svc <accounts@svc.test>',
          SVC_NET_ALLOW: '127.0.0.1',
        },
      })
      const { companies } = service.store.read.tables
      const rows = await service.store.read.select().from(companies)
      companyId = rows.find(({ name }) => name === 'A')?.id ?? ''
      foreignId = rows.find(({ name }) => name === 'B')?.id ?? ''
      for (const [email, role] of [
        ['owner@example.com', 'owner'],
        ['admin@example.com', 'admin'],
        ['editor@example.com', 'editor'],
      ] as const)
        await createUser(service.store, { companyId, email, name: email.split('@')[0] ?? '', role, password })
      await createUser(service.store, {
        companyId: foreignId,
        email: 'foreign@example.com',
        name: 'Foreign',
        role: 'owner',
        password,
      })
    })

    test('an invitation is sent, creates one account with its role, and works once', async () => {
      const owner = await signedIn('owner@example.com')
      const link = await invite(owner, 'New@Example.com', 'writer')
      expect(mail.mails.at(-1)?.to).toEqual(['new@example.com'])
      expect((await owner.call('GET /console/members')).text).not.toContain(link.search)

      const guest = visitor()
      expect((await guest.get(pathOf(link))).text).toContain('new@example.com')
      const token = link.searchParams.get('token') ?? ''
      const weak = await guest.post('/invitation', { token, name: 'New', password: 'short' })
      expect([weak.status, weak.text.includes('aria-invalid="true"')]).toEqual([422, true])
      const made = await guest.submit('/invitation', { token, name: 'New', password })
      expect(made.status).toBe(200)
      expect((await guest.call('GET /console/account')).body).toMatchObject({
        role: 'writer',
        email: 'new@example.com',
      })
      expect((await visitor().get(pathOf(link))).status).toBe(404)
      expect((await visitor().post('/invitation', { token, name: 'Eve', password })).status).toBe(404)
      expect((await listUsers(service.store.read, companyId)).filter(({ name }) => name === 'New')).toHaveLength(1)
    })

    test('of two requests with one invitation, one creates an account', async () => {
      const owner = await signedIn('owner@example.com')
      const link = await invite(owner, 'twice@example.com', 'viewer')
      const fields = { token: link.searchParams.get('token') ?? '', name: 'Twice', password }
      const made = await Promise.all([1, 2].map(() => visitor().post('/invitation', fields)))
      expect(made.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, expect.any(Number)])
      expect(made.filter(({ status }) => status === 303)).toHaveLength(1)
    })

    test('an invitation is replaced by the next one to the same address, and revoked', async () => {
      const owner = await signedIn('owner@example.com')
      const links: URL[] = []
      for (const role of ['viewer', 'editor']) links.push(await invite(owner, 'again@example.com', role))
      expect((await visitor().get(pathOf(links[0] ?? new URL('x:')))).status).toBe(404)
      const { text } = await visitor().get(pathOf(links[1] ?? new URL('x:')))
      expect(text).toContain('<strong>editor</strong>')
      const { invitations } = await membersOf(owner)
      const id = invitations.find(({ email }) => email === 'again@example.com')?.id
      expect((await owner.call(`DELETE /console/members/invitations/${id}`)).status).toBe(204)
      expect((await visitor().get(pathOf(links[1] ?? new URL('x:')))).status).toBe(404)
    })

    const on =
      (email: string, rest = '') =>
      async () =>
        `/console/members/${await idOf(email)}${rest}`
    const owners = 'Owners and admins'
    const refusals: [
      who: string,
      call: string,
      path: () => Promise<string>,
      send: object,
      status: number,
      text: string,
    ][] = [
      [
        'editor',
        'POST',
        async () => '/console/members/invitations',
        { email: 'x@example.com', role: 'viewer' },
        403,
        owners,
      ],
      ['editor', 'PUT', on('editor@example.com'), { role: 'owner' }, 403, owners],
      ['editor', 'POST', on('owner@example.com', '/reset'), {}, 403, owners],
      ['editor', 'DELETE', on('new@example.com'), {}, 403, owners],
      [
        'admin',
        'POST',
        async () => '/console/members/invitations',
        { email: 'x@example.com', role: 'owner' },
        403,
        'Only owners',
      ],
      ['admin', 'PUT', on('admin@example.com'), { role: 'owner' }, 403, 'Only owners'],
      ['admin', 'DELETE', on('owner@example.com'), {}, 403, 'Only owners'],
      ['admin', 'POST', on('owner@example.com', '/reset'), {}, 403, 'Only owners'],
      ...['disable', 'remove_factor', 'unlink'].map((action): (typeof refusals)[number] => [
        'admin',
        'POST',
        on('owner@example.com', '/actions'),
        { action },
        403,
        'Only owners',
      ]),
      [
        'owner',
        'POST',
        async () => '/console/members/invitations',
        { email: 'admin@example.com', role: 'viewer' },
        409,
        'already an account',
      ],
      [
        'owner',
        'POST',
        async () => '/console/members/invitations',
        { email: 'no address', role: 'viewer' },
        422,
        'ust be an email address',
      ],
      [
        'owner',
        'POST',
        async () => '/console/members/invitations',
        { email: 'x@example.com', role: 'king' },
        422,
        'role',
      ],
      ['owner', 'PUT', on('owner@example.com'), { role: 'viewer' }, 422, 'only enabled'],
      ['owner', 'DELETE', on('owner@example.com'), {}, 422, 'only enabled'],
      ['owner', 'POST', on('owner@example.com', '/actions'), { action: 'disable' }, 422, 'only enabled'],
      ['owner', 'DELETE', async () => '/console/members/invitations/inv_x', {}, 404, 'INVITATION_INVALID'],
      [
        'owner',
        'DELETE',
        async () => `/console/members/${(await listUsers(service.store.read, foreignId))[0]?.id ?? ''}`,
        {},
        422,
        'no longer exists',
      ],
    ]
    test('what a role, the last owner and another company forbid is refused and changes nothing', async () => {
      const before = await listUsers(service.store.read, companyId)
      const all = new Map<string, PageVisitor>()
      for (const [who] of refusals) if (!all.has(who)) all.set(who, await signedIn(`${who}@example.com`))
      for (const [who, method, path, send, status, words] of refusals) {
        const one = all.get(who) ?? visitor()
        const line = `${method} ${await path()}`
        const hasBody = method !== 'DELETE' && !line.endsWith('/reset')
        const { status: got, text } = await one.call(line, hasBody ? send : undefined)
        expect([who, line, got, text.includes(words) ? words : text]).toEqual([who, line, status, words])
      }
      const withoutTime = ({ lastSignInAt: _, ...user }: (typeof before)[number]) => user
      expect((await listUsers(service.store.read, companyId)).map(withoutTime)).toEqual(before.map(withoutTime))
    })

    test('every role sees the members, but only owners and admins the invitations', async () => {
      const owner = await signedIn('owner@example.com')
      const link = await invite(owner, 'pending@example.com', 'viewer')
      for (const [email, sees] of [
        ['owner@example.com', true],
        ['admin@example.com', true],
        ['editor@example.com', false],
        ['new@example.com', false],
      ] as const) {
        const listed = await membersOf(await signedIn(email))
        expect(listed.members.map((member) => member.email)).toContain('owner@example.com')
        expect(listed.members.map((member) => member.email)).not.toContain('foreign@example.com')
        expect([email, listed.invitations.length > 0]).toEqual([email, sees])
      }
      expect((await membersOf(owner)).invitations.map(({ email }) => email)).toContain('pending@example.com')
      expect(link.pathname).toBe('/invitation')
    })

    test('a page of another site, one without the token, and an API key change nothing', async () => {
      const owner = await signedIn('owner@example.com')
      const send = { email: 'eve@example.com', role: 'owner' }
      const line = 'POST /console/members/invitations'
      for (const headers of [
        { origin: 'https://evil.example' },
        { 'sec-fetch-site': 'cross-site' },
        { origin: pageBase, 'svc-csrf': 'x' },
      ] as Record<string, string>[]) {
        expect((await owner.call(line, send, headers)).status).toBe(403)
        expect((await owner.call('DELETE /console/account/sessions', undefined, headers)).status).toBe(403)
      }
      for (const call of [line, 'GET /console/account', 'GET /console/members'])
        expect([
          call,
          (await owner.call(call, call === line ? send : undefined, { 'svc-api-auth': service.keys.a })).status,
        ]).toEqual([call, 403])
      expect((await visitor().call('GET /console/members')).status).toBe(401)
      expect((await visitor().get('/members')).headers.get('location')).toBe('/sign-in?next=%2Fmembers')
      expect((await visitor().get('/account/apps')).headers.get('location')).toBe('/sign-in?next=%2Faccount%2Fapps')
      expect(mail.mails.map(({ to }) => to.join())).not.toContain('eve@example.com')
    })

    test('a change of role ends the sessions of the account, and its invitations', async () => {
      const owner = await signedIn('owner@example.com')
      const admin = await signedIn('admin@example.com')
      const link = await invite(admin, 'via@example.com', 'editor')
      const path = `/console/members/${await idOf('admin@example.com')}`
      expect((await owner.call(`PUT ${path}`, { role: 'viewer' })).status).toBe(204)
      expect(await statusOf(admin)).toBe(401)
      expect((await visitor().get(pathOf(link))).status).toBe(404)
      await owner.call(`PUT ${path}`, { role: 'admin' })
    })

    test('a disabled account cannot sign in until it is enabled, and a removed one is gone', async () => {
      const owner = await signedIn('owner@example.com')
      const path = `/console/members/${await idOf('twice@example.com')}`
      const twice = await signedIn('twice@example.com')
      expect((await owner.call(`POST ${path}/actions`, { action: 'disable' })).status).toBe(204)
      expect(await statusOf(twice)).toBe(401)
      expect((await visitor().post('/sign-in', { email: 'twice@example.com', password })).status).toBe(422)
      await owner.call(`POST ${path}/actions`, { action: 'enable' })
      await signedIn('twice@example.com')
      expect((await owner.call(`DELETE ${path}`)).status).toBe(204)
      expect(await idOf('twice@example.com')).toBe('')
    })

    test('a forgotten password is set anew by mail, which ends every session and works once', async () => {
      const before = await signedIn('editor@example.com')
      const sent = mail.mails.length
      const known = await visitor().submit('/forgot', { email: 'Editor@example.com' })
      const unknown = await visitor().submit('/forgot', { email: 'nobody@example.com' })
      expect(known.text).toContain('a message with a link is on its way')
      expect(withoutChallenge(unknown.text)).toBe(withoutChallenge(known.text))
      while (mail.mails.length === sent) await new Promise((resolve) => setImmediate(resolve))
      const { raw, to } = mail.mails.at(-1) ?? { raw: '', to: [] }
      expect(to).toEqual(['editor@example.com'])
      const [, token = ''] = /\/reset\?token=(?:3D)?([\w-]{43})/.exec(raw.replaceAll('=\r\n', '')) ?? []
      const guest = visitor()
      expect((await guest.get(`/reset?token=${token}`)).text).toContain('editor@example.com')
      expect((await guest.submit('/reset', { token, password: other })).text).toContain('Your password is changed')
      expect(await statusOf(before)).toBe(401)
      expect((await guest.post('/reset', { token, password })).status).toBe(404)
      await signedIn('editor@example.com', other)
    })

    test('more than three messages in 15 minutes are refused, whether there is an account or not', async () => {
      for (const email of ['owner@example.com', 'nobody-else@example.com']) {
        const statuses: number[] = []
        for (let n = 0; n < 4; n++) statuses.push((await visitor().post('/forgot', { email })).status)
        expect(statuses).toEqual([303, 303, 303, 429])
      }
    })

    test('a change of the password needs the current one, ends other sessions and renews this one', async () => {
      const here = await signedIn('new@example.com')
      const there = await signedIn('new@example.com')
      const change = (current: string) => here.call('PUT /console/account/password', { current, password: other })
      const wrong = await change(other)
      expect([wrong.status, wrong.text.includes('not your current password')]).toEqual([422, true])
      const before = here.session
      expect((await change(password)).status).toBe(204)
      expect(here.session).not.toBe(before)
      expect([await statusOf(here), await statusOf(there)]).toEqual([200, 401])
      const thief = visitor()
      thief.session = before
      expect(await statusOf(thief)).toBe(401)
    })

    test('the list shows sessions, and ends another or all others', async () => {
      const here = await signedIn('new@example.com', other)
      const [second, third] = [await signedIn('new@example.com', other), await signedIn('new@example.com', other)]
      const foreign = await signedIn('owner@example.com')
      const { sessions } = (await here.call('GET /console/account')).body as {
        sessions: { id: string; is_current: boolean }[]
      }
      const others = sessions.filter(({ is_current: isCurrent }) => !isCurrent)
      expect([sessions.length - others.length, others.length >= 2]).toEqual([1, true])
      // Somebody else cannot end it with its id.
      await foreign.call(`DELETE /console/account/sessions/${others[0]?.id}`)
      expect(await statusOf(third)).toBe(200)
      await here.call(`DELETE /console/account/sessions/${others[0]?.id}`)
      expect([await statusOf(second), await statusOf(third)].toSorted()).toEqual([200, 401])
      expect((await here.call('DELETE /console/account/sessions')).status).toBe(204)
      expect([await statusOf(here), await statusOf(second), await statusOf(third)]).toEqual([200, 401, 401])
    })

    test('fields that no page sends are refused or ignored, and never a fault of the service', async () => {
      const owner = await signedIn('owner@example.com')
      const hostile = ['', '\0', 'constructor', '__proto__', 'x\r\nSet-Cookie: a=b', '"><script>', '\ud800']
      for (const value of hostile) {
        const fields = { email: value, role: value, code: value, current: value, name: value }
        const id = encodeURIComponent(value.toWellFormed()) || 'x'
        for (const [line, send] of [
          ['POST /console/members/invitations', { email: value, role: value }],
          [`DELETE /console/members/invitations/${id}`],
          [`PUT /console/members/${id}`, { role: value }],
          [`PUT /console/members/${id}`, { role: 'viewer' }],
          [`POST /console/members/${id}/actions`, { action: 'disable' }],
          [`POST /console/members/${id}/reset`],
          [`DELETE /console/account/sessions/${id}`],
          [`DELETE /console/account/apps/${id}`],
          ['PUT /console/account/password', { current: value, password: value }],
          ['POST /console/account/factor/confirm', { code: value, current: value }],
          ['POST /console/account/factor/remove', { current: value }],
          ['POST /console/account/identity/remove', { current: value }],
          ['POST /console/account/identity/remove', { [value]: value }],
        ] as [string, object?][]) {
          const { status } = await owner.call(line, send)
          expect([line, value, [204, 400, 403, 404, 422, 429].includes(status)]).toEqual([line, value, true])
        }
        const guest = visitor()
        const given = { ...fields, token: value, password: value, challenge: value }
        for (const path of ['/sign-in', '/sign-in/code', '/forgot', '/invitation', '/reset', '/setup'])
          expect([path, value, (await guest.post(path, given)).status < 500]).toEqual([path, value, true])
      }
    })

    test('with an authenticator app, signing in needs a code that works once, or a recovery code', async () => {
      const email = 'new@example.com'
      const here = await signedIn(email, other)
      const there = await signedIn(email, other)
      const { secret, uri } = (await here.call('POST /console/account/factor')).body as { secret: string; uri: string }
      expect(uri).toContain(`secret=${secret}`)
      const code = () => totpAt(secret, service.store.read.nowMs())
      const turnOn = (given: string, current: string) =>
        here.call('POST /console/account/factor/confirm', { code: given, current })
      expect([(await turnOn('000000', other)).status, (await turnOn(code(), password)).status]).toEqual([422, 422])
      // Until it is confirmed, the password is enough.
      await signedIn(email, other)
      const used = code()
      const { codes } = (await turnOn(used, other)).body as { codes: string[] }
      expect(codes).toHaveLength(10)
      expect(await statusOf(there)).toBe(401)
      const after = await here.call('GET /console/account')
      expect(after.body).toMatchObject({ has_second_factor: true })
      expect(after.text).not.toContain(codes[0] ?? '')
      expect((await here.call('POST /console/account/factor')).status).toBe(422)

      const begin = async (guest: PageVisitor) => {
        const { status, text: page } = await guest.post('/sign-in', { email, password: other })
        expect([status, guest.session]).toEqual([200, ''])
        return /name="challenge" value="([^"]+)"/.exec(page)?.[1] ?? ''
      }
      const guest = visitor()
      const challenge = await begin(guest)
      const forged = `${await idOf('owner@example.com')}${challenge.slice(challenge.indexOf('.'))}`
      for (const [sent, given, expected] of [
        [challenge, used, 422],
        [challenge, '', 422],
        [forged, codes[0] ?? '', 303],
        ['', codes[0] ?? '', 303],
        [challenge, codes[0] ?? '', 303],
      ] as const) {
        expect([given, (await guest.post('/sign-in/code', { challenge: sent, code: given })).status]).toEqual([
          given,
          expected,
        ])
        expect([given, guest.session === '']).toEqual([given, sent !== challenge || expected !== 303])
      }
      const again = visitor()
      expect((await again.post('/sign-in/code', { challenge: await begin(again), code: codes[0] ?? '' })).status).toBe(
        422,
      )
      const twice = await Promise.all(
        [1, 2].map(() => visitor().post('/sign-in/code', { challenge, code: codes[1]?.toUpperCase() ?? '' })),
      )
      expect(twice.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 422])

      const owner = await signedIn('owner@example.com')
      await owner.call(`POST /console/members/${await idOf(email)}/actions`, { action: 'remove_factor' })
      expect(await statusOf(guest)).toBe(401)
      await signedIn(email, other)
    })

    test('each act is in the audit log, without a token', async () => {
      await service.writeNotes()
      const entries = await listAudit(service.store.read, { action: 'user.*' }, { limit: 500 })
      const actions = new Set(entries.map(({ action }) => action))
      for (const action of [
        'invited',
        'invitation_revoked',
        'created',
        'role_changed',
        'disabled',
        'enabled',
        'removed',
        'reset_requested',
        'password_reset',
        'sessions_ended',
        'second_factor_on',
        'second_factor_off',
        'signed_in',
      ])
        expect(actions).toContain(`user.${action}`)
      const written = JSON.stringify(entries)
      expect(issued.length).toBeGreaterThan(3)
      expect(issued.filter((token) => written.includes(token))).toEqual([])
    })
  })
