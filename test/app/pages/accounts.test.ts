/** Members, invitations, sessions and new passwords, by the forms of the pages through the whole service. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { createUser, listUsers } from '../../../src/surfaces/projects/index.ts'
import { totpAt } from '../../../src/platform/identity/index.ts'
import { listAudit } from '../../../src/platform/audit/index.ts'
import { type MailReceiver, startMailReceiver } from '../../support/mail-receiver.ts'
import { PageVisitor, pageBase } from '../../support/page-visitor.ts'
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
    const linkIn = (text: string) => {
      const url = new URL(/<code class="pick">([^<]+)<\/code>/.exec(text)?.[1] ?? 'x:')
      issued.push(url.searchParams.get('token') ?? '')
      return url
    }
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

    test('the pages have the appearance that was chosen in the console', async () => {
      const owner = await signedIn('owner@example.com')
      for (const path of ['/account', '/members']) {
        expect((await owner.get(path)).text).toContain('data-theme="system"')
        const { text } = await owner.get(path, { cookie: `svc_session=${owner.session}; svc_theme=dark` })
        expect(text).toContain('data-theme="dark"')
        expect(text).toContain('<meta name="color-scheme" content="dark" />')
      }
    })

    test('an invitation is sent, creates one account with its role, and works once', async () => {
      const owner = await signedIn('owner@example.com')
      const { text } = await owner.post('/members', { act: 'invite', email: 'New@Example.com', role: 'writer' })
      const link = linkIn(text)
      expect(mail.mails.at(-1)?.to).toEqual(['new@example.com'])
      expect((await owner.get('/members')).text).not.toContain(link.search)

      const guest = visitor()
      expect((await guest.get(pathOf(link))).text).toContain('new@example.com')
      const token = link.searchParams.get('token') ?? ''
      const weak = await guest.post('/invitation', { token, name: 'New', password: 'short' })
      expect([weak.status, weak.text.includes('aria-invalid="true"')]).toEqual([422, true])
      const made = await guest.submit('/invitation', { token, name: 'New', password })
      expect(made.status).toBe(200)
      expect((await guest.get('/account')).text).toContain('writer.')
      expect((await visitor().get(pathOf(link))).status).toBe(404)
      expect((await visitor().post('/invitation', { token, name: 'Eve', password })).status).toBe(404)
      expect((await listUsers(service.store.read, companyId)).filter(({ name }) => name === 'New')).toHaveLength(1)
    })

    test('of two requests with one invitation, one creates an account', async () => {
      const owner = await signedIn('owner@example.com')
      const link = linkIn(
        (await owner.post('/members', { act: 'invite', email: 'twice@example.com', role: 'viewer' })).text,
      )
      const fields = { token: link.searchParams.get('token') ?? '', name: 'Twice', password }
      const made = await Promise.all([1, 2].map(() => visitor().post('/invitation', fields)))
      expect(made.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, expect.any(Number)])
      expect(made.filter(({ status }) => status === 303)).toHaveLength(1)
    })

    test('an invitation is replaced by the next one to the same address, and revoked', async () => {
      const owner = await signedIn('owner@example.com')
      const links: URL[] = []
      for (const role of ['viewer', 'editor'])
        links.push(linkIn((await owner.post('/members', { act: 'invite', email: 'again@example.com', role })).text))
      expect((await visitor().get(pathOf(links[0] ?? new URL('x:')))).status).toBe(404)
      const { text } = await visitor().get(pathOf(links[1] ?? new URL('x:')))
      expect(text).toContain('<strong>editor</strong>')
      const [, id = ''] =
        /name="act" value="revoke" \/><input type="hidden" name="id" value="(inv_\w+)"/.exec(
          (await owner.get('/members')).text,
        ) ?? []
      expect((await owner.submit('/members', { act: 'revoke', id })).text).toContain('The invitation is revoked.')
      expect((await visitor().get(pathOf(links[1] ?? new URL('x:')))).status).toBe(404)
    })

    const refusals: [who: string, fields: () => Promise<Record<string, string>>, status: number, text: string][] = [
      ['editor', async () => ({ act: 'invite', email: 'x@example.com', role: 'viewer' }), 403, 'Owners and admins'],
      ['editor', async () => ({ act: 'role', id: await idOf('editor@example.com'), role: 'owner' }), 403, 'Owners and'],
      ['editor', async () => ({ act: 'reset', id: await idOf('owner@example.com') }), 403, 'Owners and admins'],
      ['admin', async () => ({ act: 'invite', email: 'x@example.com', role: 'owner' }), 403, 'Only owners'],
      ['admin', async () => ({ act: 'role', id: await idOf('admin@example.com'), role: 'owner' }), 403, 'Only owners'],
      ['admin', async () => ({ act: 'remove', id: await idOf('owner@example.com'), sure: 'yes' }), 403, 'Only owners'],
      ['admin', async () => ({ act: 'reset', id: await idOf('owner@example.com') }), 403, 'Only owners'],
      ['admin', async () => ({ act: 'disable', id: await idOf('owner@example.com') }), 403, 'Only owners'],
      ['owner', async () => ({ act: 'invite', email: 'admin@example.com', role: 'viewer' }), 422, 'already an account'],
      ['owner', async () => ({ act: 'invite', email: 'no address', role: 'viewer' }), 422, 'Must be an email address'],
      ['owner', async () => ({ act: 'invite', email: 'x@example.com', role: 'king' }), 422, 'role'],
      [
        'owner',
        async () => ({ act: 'role', id: await idOf('owner@example.com'), role: 'viewer' }),
        422,
        'only enabled',
      ],
      ['owner', async () => ({ act: 'remove', id: await idOf('owner@example.com'), sure: 'yes' }), 422, 'only enabled'],
      ['owner', async () => ({ act: 'disable', id: await idOf('owner@example.com') }), 422, 'only enabled'],
      ['owner', async () => ({ act: 'revoke', id: 'inv_x' }), 422, 'was revoked'],
      [
        'owner',
        async () => ({
          act: 'remove',
          sure: 'yes',
          id: (await listUsers(service.store.read, foreignId))[0]?.id ?? '',
        }),
        422,
        'no longer exists',
      ],
    ]
    test('what a role, the last owner and another company forbid is refused and changes nothing', async () => {
      const before = await listUsers(service.store.read, companyId)
      const all = new Map<string, PageVisitor>()
      for (const [who] of refusals) if (!all.has(who)) all.set(who, await signedIn(`${who}@example.com`))
      for (const [who, fields, status, words] of refusals) {
        const one = all.get(who) ?? visitor()
        const sent = await fields()
        const { status: got, text } = await one.post('/members', sent)
        expect([who, sent, got, text.includes(words) ? words : text]).toEqual([who, sent, status, words])
      }
      const withoutTime = ({ lastSignInAt: _, ...user }: (typeof before)[number]) => user
      expect((await listUsers(service.store.read, companyId)).map(withoutTime)).toEqual(before.map(withoutTime))
    })

    test('a form of another site changes nothing, nor does one without a session', async () => {
      const owner = await signedIn('owner@example.com')
      const fields = { act: 'invite', email: 'eve@example.com', role: 'owner' }
      for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }] as Record<
        string,
        string
      >[])
        for (const path of ['/members', '/account']) expect((await owner.post(path, fields, headers)).status).toBe(403)
      expect((await visitor().post('/members', fields)).headers.get('location')).toBe('/sign-in?next=%2Fmembers')
      expect(mail.mails.map(({ to }) => to.join())).not.toContain('eve@example.com')
    })

    test('a change of role ends the sessions of the account, and its invitations', async () => {
      const owner = await signedIn('owner@example.com')
      const admin = await signedIn('admin@example.com')
      const link = linkIn(
        (await admin.post('/members', { act: 'invite', email: 'via@example.com', role: 'editor' })).text,
      )
      const id = await idOf('admin@example.com')
      expect((await owner.submit('/members', { act: 'role', id, role: 'viewer' })).text).toContain(
        'The role is changed.',
      )
      expect((await admin.get('/account')).headers.get('location')).toBe('/sign-in?next=%2Faccount')
      expect((await visitor().get(pathOf(link))).status).toBe(404)
      await owner.submit('/members', { act: 'role', id, role: 'admin' })
    })

    test('a disabled account cannot sign in until it is enabled, and a removed one is gone', async () => {
      const owner = await signedIn('owner@example.com')
      const id = await idOf('twice@example.com')
      const twice = await signedIn('twice@example.com')
      await owner.submit('/members', { act: 'disable', id })
      expect((await twice.get('/account')).status).toBe(303)
      expect((await visitor().post('/sign-in', { email: 'twice@example.com', password })).status).toBe(422)
      await owner.submit('/members', { act: 'enable', id })
      await signedIn('twice@example.com')
      expect((await owner.post('/members', { act: 'remove', id })).status).toBe(422)
      expect((await owner.submit('/members', { act: 'remove', id, sure: 'yes' })).text).toContain('is removed')
      expect(await idOf('twice@example.com')).toBe('')
    })

    test('a forgotten password is set anew by mail, which ends every session and works once', async () => {
      const before = await signedIn('editor@example.com')
      const sent = mail.mails.length
      const known = await visitor().submit('/forgot', { email: 'Editor@example.com' })
      const unknown = await visitor().submit('/forgot', { email: 'nobody@example.com' })
      expect(known.text).toContain('a message with a link is on its way')
      expect(unknown.text).toBe(known.text)
      while (mail.mails.length === sent) await new Promise((resolve) => setImmediate(resolve))
      const { raw, to } = mail.mails.at(-1) ?? { raw: '', to: [] }
      expect(to).toEqual(['editor@example.com'])
      const [, token = ''] = /\/reset\?token=(?:3D)?([\w-]{43})/.exec(raw.replaceAll('=\r\n', '')) ?? []
      const guest = visitor()
      expect((await guest.get(`/reset?token=${token}`)).text).toContain('editor@example.com')
      expect((await guest.submit('/reset', { token, password: other })).text).toContain('Your password is changed')
      expect((await before.get('/account')).status).toBe(303)
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
      const wrong = await here.post('/account', { act: 'password', current: other, password: other })
      expect([wrong.status, wrong.text.includes('not your current password')]).toEqual([422, true])
      const before = here.session
      const done = await here.submit('/account', { act: 'password', current: password, password: other })
      expect(done.text).toContain('Your password is changed')
      expect(here.session).not.toBe(before)
      expect((await there.get('/account')).status).toBe(303)
      const thief = visitor()
      thief.session = before
      expect((await thief.get('/account')).status).toBe(303)
    })

    test('the list shows sessions, and ends another or all others', async () => {
      const here = await signedIn('new@example.com', other)
      const [second, third] = [await signedIn('new@example.com', other), await signedIn('new@example.com', other)]
      const foreign = await signedIn('owner@example.com')
      const ids = [...(await here.get('/account')).text.matchAll(/name="id" value="([0-9a-f]{64})"/g)]
      expect(ids.length).toBeGreaterThanOrEqual(2)
      // Somebody else cannot end it with its id.
      await foreign.post('/account', { act: 'sign-out', id: ids[0]?.[1] ?? '' })
      expect((await third.get('/account')).status).toBe(200)
      await here.post('/account', { act: 'sign-out', id: ids[0]?.[1] ?? '' })
      expect([(await second.get('/account')).status, (await third.get('/account')).status].toSorted()).toEqual([
        200, 303,
      ])
      expect((await here.submit('/account', { act: 'sign-out-others' })).text).toContain('All other sessions')
      expect([(await second.get('/account')).status, (await third.get('/account')).status]).toEqual([303, 303])
      expect((await here.get('/account')).status).toBe(200)
    })

    test('fields that no page sends are refused or ignored, and never a fault of the service', async () => {
      const owner = await signedIn('owner@example.com')
      const hostile = ['', '\0', 'constructor', '__proto__', 'x\r\nSet-Cookie: a=b', '"><script>', '\ud800']
      for (const value of hostile) {
        const fields = { act: value, id: value, email: value, role: value, code: value, current: value, name: value }
        for (const path of ['/members', '/account'])
          for (const act of [value, 'role', 'invite', 'revoke', 'sign-out', 'password', 'factor-off']) {
            const { status, headers } = await owner.post(path, { ...fields, act, password: value, confirm: value })
            expect([path, act, value, [303, 403, 422, 429].includes(status)]).toEqual([path, act, value, true])
            if (act === value) expect(headers.get('location')).toBe(path)
          }
        const guest = visitor()
        const given = { ...fields, token: value, password: value, challenge: value }
        for (const path of ['/sign-in', '/sign-in/code', '/forgot', '/invitation', '/reset', '/setup'])
          expect([path, value, (await guest.post(path, given)).status < 500]).toEqual([path, value, true])
        const done = encodeURIComponent(value.toWellFormed())
        for (const path of ['/members', '/account'])
          expect((await owner.get(`${path}?done=${done}`)).text).not.toContain('class="done"')
      }
    })

    test('with an authenticator app, signing in needs a code that works once, or a recovery code', async () => {
      const email = 'new@example.com'
      const here = await signedIn(email, other)
      const there = await signedIn(email, other)
      const { text } = await here.submit('/account', { act: 'factor-start' })
      const secret = /<code class="pick">([A-Z2-7 ]{39})<\/code>/.exec(text)?.[1]?.replaceAll(' ', '') ?? ''
      expect(text).toContain(`secret=${secret}`)
      const code = () => totpAt(secret, service.store.read.nowMs())
      const wrong = await here.post('/account', { act: 'factor-on', code: '000000', confirm: other })
      const noPassword = await here.post('/account', { act: 'factor-on', code: code(), confirm: password })
      expect([wrong.status, noPassword.status]).toEqual([422, 422])
      // Until it is confirmed, the password is enough.
      await signedIn(email, other)
      const used = code()
      const on = await here.post('/account', { act: 'factor-on', code: used, confirm: other })
      const codes = [...on.text.matchAll(/<li>([0-9a-z]{5}-[0-9a-z]{5})<\/li>/g)].map((match) => match[1] ?? '')
      expect(codes).toHaveLength(10)
      expect((await there.get('/account')).status).toBe(303)
      expect((await here.get('/account')).text).not.toContain(codes[0] ?? '')

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
      await owner.submit('/members', { act: 'factor', id: await idOf(email) })
      expect((await guest.get('/account')).status).toBe(303)
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
