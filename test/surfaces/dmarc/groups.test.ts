/** Groups of sending domains: who sees them, their links for clients, and the page and PDF that a link opens. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { csrfOf, openSession } from '../../../src/app/accounts/index.ts'
import { limits } from '../../../src/kernel/limits.ts'
import type { Role } from '../../../src/platform/identity/index.ts'
import { createUser } from '../../../src/surfaces/projects/index.ts'
import { ask, scenarios } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { dialects } from '../../support/store.ts'
import { writeReport } from './write-report.ts'

const dayMs = 86_400_000
const yesterday = Math.floor(Date.now() / dayMs) * 86_400 - 86_400
const asMember = ['editor', 'outsider', 'admin'] as const

interface Ids {
  domain: string
  open: string
  group: string
  report: string
  incident: string
}

for (const dialect of dialects)
  describe(`groups of domains on ${dialect}`, () => {
    let service: TestService
    let companyId = ''
    const ids: Ids = { domain: '', open: '', group: '', report: '', incident: 'inc_01kah3zqpfx9y8w7v6t5s4r3q2' }
    const sessions: Partial<Record<string, string>> = {}
    let limitedKey = ''
    let url = ''
    let linkId = ''
    let linkTag = ''

    const as = (who: string) => ({
      cookie: `svc_session=${sessions[who]}`,
      'svc-csrf': csrfOf(sessions[who] ?? ''),
      'sec-fetch-site': 'same-origin',
      origin: 'http://localhost:3009',
    })
    const call = async <T = Record<string, unknown>>(request: string, send?: unknown, key = 'a'): Promise<T> => {
      const { body, status, text } = await ask(service, {
        call: request,
        key,
        ...(send === undefined ? {} : { send }),
      })
      if (status >= 300) throw new Error(`${request}: ${status} ${text}`)
      return body as T
    }
    const upload = (xml: string, key = 'a') =>
      ask(service, { call: 'POST /v1/dmarc/reports', key, headers: { 'content-type': 'application/xml' }, send: xml })
    const visit = (path: string, headers: Record<string, string> = {}) =>
      service.handle(new Request(`${new URL(url).origin}${path}`, { headers: { accept: 'text/html', ...headers } }))
    const pathOf = (link: string) => new URL(link).pathname

    beforeAll(async () => {
      service = await startService({ dialect })
      const { projects } = service.store.read.tables
      const [project] = await service.store.read.select().from(projects).where(eq(projects.id, service.projects.a))
      companyId = project?.companyId ?? ''
      for (const [name, role] of [
        ['editor', 'editor'],
        ['outsider', 'editor'],
        ['admin', 'admin'],
      ] as const satisfies readonly (readonly [string, Role])[]) {
        const email = `${name}@example.com`
        const account = { companyId, email, name, password: 'four unrelated words here', role }
        sessions[name] = await openSession(service.store, (await createUser(service.store, account)).id)
      }
      limitedKey = (await call<{ key: string }>('POST /v1/api-keys', { name: 'Limited', scopes: ['dmarc'] })).key
      ids.domain = (
        await call<Ids & { id: string }>('POST /v1/dmarc/domains', { domain: 'acme.test', group: 'Acme' })
      ).id
      ids.open = (await call<{ id: string }>('POST /v1/dmarc/domains', { domain: 'open.test' })).id
      await call('POST /v1/dmarc/domains', { domain: 'second.test', group: 'Acme' })
      const records = [
        { ip: '192.0.2.1', count: 95, dkim: true },
        { ip: '192.0.2.9', count: 5, disposition: 'reject' as const },
      ]
      const { body } = await upload(writeReport({ domain: 'acme.test', begin: yesterday, records }))
      ids.report = (body as { results: { id: string }[] }).results[0]?.id ?? ''
      await upload(writeReport({ domain: 'open.test', begin: yesterday, records, id: '2' }))
      await upload(writeReport({ domain: 'acme.test', begin: yesterday - 30 * 86_400, records, id: '3' }))
      const { data } = await call<{ data: { id: string }[] }>('GET /v1/dmarc/groups')
      ids.group = data[0]?.id ?? ''
    })

    describe('resources', () => {
      scenarios(
        () => service,
        [
          {
            name: 'a group exists once a domain names it',
            call: 'GET /v1/dmarc/groups',
            status: 200,
            body: { data: [{ name: 'Acme', members: [], domains: 2, revision: 1 }], page: { has_more: false } },
          },
          {
            name: 'a group is created with members',
            call: 'POST /v1/dmarc/groups',
            send: { name: 'Other', members: ['Editor@Example.com '] },
            status: 201,
            body: { name: 'Other', members: ['editor@example.com'], domains: 0 },
            answers: { location: /\/v1\/dmarc\/groups\/dgr_/ },
          },
          {
            name: 'a name is unique',
            call: 'POST /v1/dmarc/groups',
            send: { name: 'Acme' },
            status: 409,
            body: { code: 'NAME_TAKEN' },
          },
          {
            name: 'a member needs an account of the company',
            call: () => `PUT /v1/dmarc/groups/${ids.group}`,
            send: { members: ['editor@example.com', 'nobody@example.com'] },
            status: 422,
            body: { code: 'VALIDATION_FAILED', issues: [{ path: '/members/1' }] },
          },
          {
            name: 'members are not changed without the scope admin',
            call: () => `PUT /v1/dmarc/groups/${ids.group}`,
            key: 'limited',
            headers: () => ({ 'svc-api-auth': limitedKey }),
            send: { members: ['editor@example.com'] },
            status: 403,
          },
          {
            name: 'a new name is that of the domains',
            call: () => `PUT /v1/dmarc/groups/${ids.group}`,
            send: { name: 'Acme Corp' },
            status: 200,
            body: { name: 'Acme Corp', domains: 2, revision: 2 },
          },
          {
            name: 'the domains have it',
            call: 'GET /v1/dmarc/domains?group=Acme%20Corp',
            status: 200,
            body: { data: [{ group: 'Acme Corp' }, { group: 'Acme Corp' }] },
          },
          {
            name: 'a stale update is refused',
            call: () => `PUT /v1/dmarc/groups/${ids.group}`,
            headers: { 'if-match': '"1"' },
            send: { name: 'Late' },
            status: 412,
          },
          {
            name: 'the list is also CSV',
            call: 'GET /v1/dmarc/groups?format=csv',
            status: 200,
            body: 'Acme Corp,,2,',
          },
          ...(['GET', 'PUT', 'DELETE', 'GET links', 'POST links'] as const).map((word) => ({
            name: `another project cannot reach it: ${word}`,
            call: () => `${word.split(' ')[0]} /v1/dmarc/groups/${ids.group}${word.includes(' ') ? '/links' : ''}`,
            key: 'b',
            ...(word === 'PUT' || word === 'POST links' ? { send: { name: 'Stolen' } } : {}),
            status: 404,
            body: { code: 'GROUP_NOT_FOUND' },
          })),
        ],
      )
    })

    describe('members', () => {
      test('before there are any, every editor sees the domains', async () => {
        const { body } = await ask(service, { call: 'GET /v1/dmarc/domains', key: null, headers: as('outsider') })
        expect((body as { data: unknown[] }).data).toHaveLength(3)
        await call(`PUT /v1/dmarc/groups/${ids.group}`, { members: ['editor@example.com'] })
      })

      test.each([...asMember])('a list has what the account may see: %s', async (who) => {
        const list = async (path: string) => {
          const { body } = await ask(service, { call: `GET ${path}`, key: null, headers: as(who) })
          return (body as { data: { name?: string; domain?: string }[] }).data.map(({ domain, name }) => domain ?? name)
        }
        const isIn = who !== 'outsider'
        expect(await list('/v1/dmarc/domains')).toEqual([
          ...(isIn ? ['acme.test'] : []),
          'open.test',
          ...(isIn ? ['second.test'] : []),
        ])
        expect(await list('/v1/dmarc/groups')).toEqual(isIn ? ['Acme Corp', 'Other'] : [])
      })

      const paths = (of: Ids): [string, string][] => [
        ['GET', `/domains/${of.domain}`],
        ['GET', `/domains/${of.domain}/reports`],
        ['GET', `/domains/${of.domain}/analytics`],
        ['GET', `/domains/${of.domain}/timeline`],
        ['GET', `/domains/${of.domain}/sources`],
        ['GET', `/domains/${of.domain}/sources/192.0.2.1`],
        ['GET', `/domains/${of.domain}/replay`],
        ['GET', `/domains/${of.domain}/dns-history`],
        ['GET', `/domains/${of.domain}/alerts`],
        ['GET', `/domains/${of.domain}/incidents`],
        ['GET', `/reports/${of.report}`],
        ['GET', `/reports/${of.report}/file`],
        ['GET', `/groups/${of.group}`],
        ['GET', `/groups/${of.group}/links`],
      ]
      test.each([...asMember])('every read of one follows it: %s', async (who) => {
        for (const [method, path] of paths(ids)) {
          const { status } = await ask(service, { call: `${method} /v1/dmarc${path}`, key: null, headers: as(who) })
          expect([path, status]).toEqual([path, who === 'outsider' ? 404 : 200])
        }
      })

      test('every change by an account that is no member is refused as if nothing were there', async () => {
        const changes: [string, unknown][] = [
          [`PUT /v1/dmarc/domains/${ids.domain}`, { group: null }],
          [`PUT /v1/dmarc/domains/${ids.open}`, { group: 'Acme Corp' }],
          [`DELETE /v1/dmarc/domains/${ids.domain}`, undefined],
          ['DELETE /v1/dmarc?domain=acme.test', undefined],
          [`POST /v1/dmarc/domains/${ids.domain}/verify`, undefined],
          [`POST /v1/dmarc/domains/${ids.domain}/alerts`, { triggers: ['new_source'], channels: [] }],
          [`PUT /v1/dmarc/domains/${ids.domain}/sources/192.0.2.1`, { class: 'own' }],
          [`DELETE /v1/dmarc/reports/${ids.report}`, undefined],
          [`PUT /v1/dmarc/groups/${ids.group}`, { name: 'Mine' }],
          [`DELETE /v1/dmarc/groups/${ids.group}`, undefined],
          [`POST /v1/dmarc/groups/${ids.group}/links`, { name: 'Client' }],
        ]
        for (const [request, send] of changes) {
          const row = { call: request, key: null, headers: as('outsider'), ...(send === undefined ? {} : { send }) }
          const { status } = await ask(service, row)
          expect([request, status]).toEqual([request, 404])
        }
        const added = await ask(service, {
          call: 'POST /v1/dmarc/domains',
          key: null,
          headers: as('outsider'),
          send: { domain: 'acme.test' },
        })
        expect(added.status).toBe(409)
        expect(added.text).not.toContain(ids.domain)
      })

      test('a member cannot let others in, and does not delete the group', async () => {
        for (const [request, send] of [
          [`PUT /v1/dmarc/groups/${ids.group}`, { members: [] }],
          [`DELETE /v1/dmarc/groups/${ids.group}`, undefined],
        ] as const) {
          const row = { call: request, key: null, headers: as('editor'), ...(send === undefined ? {} : { send }) }
          expect((await ask(service, row)).status).toBe(403)
        }
      })
    })

    describe('the page of a client', () => {
      test('a link is made by a member; only that response has its URL', async () => {
        const row = { call: `POST /v1/dmarc/groups/${ids.group}/links`, key: null, headers: as('editor') }
        const { body, headers, status } = await ask(service, { ...row, send: { name: 'Acme <1>' } })
        const link = body as { id: string; url: string; expires_at: string }
        expect(status).toBe(201)
        expect(Date.parse(link.expires_at) - Date.now()).toBeLessThanOrEqual(limits.dmarcLinkDays * dayMs)
        ;[url, linkId, linkTag] = [link.url, link.id, headers.get('etag') ?? '']
        expect(await call(`GET /v1/dmarc/groups/${ids.group}/links`)).toMatchObject({ data: [{ id: linkId }] })
        expect(JSON.stringify(await call(`GET /v1/dmarc/groups/${ids.group}/links`))).not.toContain(pathOf(url))
        const csv = await call<string>(`GET /v1/dmarc/groups/${ids.group}/links?format=csv`)
        expect(csv.split('\r\n')).toEqual([
          'id,name,created_by,created_at,expires_at,opened_at,revoked_at',
          expect.stringMatching(new RegExp(`^${linkId},Acme <1>,.+,,$`)),
          '',
        ])
      })

      test('it shows the figures of the domains of the group and of no other, without script', async () => {
        const response = await visit(pathOf(url))
        const text = await response.text()
        expect(response.status).toBe(200)
        expect(response.headers.get('cache-control')).toBe('no-store')
        expect(response.headers.get('referrer-policy')).toBe('no-referrer')
        expect(response.headers.get('x-robots-tag')).toContain('noindex')
        expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
        expect(text).not.toContain('<script')
        expect(text).not.toContain('open.test')
        expect(text).toContain('Acme &#60;1&#62;')
        const words = text.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
        expect(words).toContain('Messages 100')
        expect(words).toContain('Passed 95%')
        expect(words).toContain('Stopped by receivers 5')
        expect(words).toMatch(/acme\.test – 100 95% 5/)
        expect(words).toMatch(/second\.test – 0 – 0 None yet/)
      })

      test('it speaks the language of the browser', async () => {
        const german = await (await visit(pathOf(url), { 'accept-language': 'de-AT, en;q=0.5' })).text()
        expect(german).toContain('<html lang="de"')
        expect(german).toContain('Von Empfängern aufgehalten')
        expect(await (await visit(pathOf(url), { 'accept-language': 'ar' })).text()).toContain('dir="rtl"')
      })

      test('it is also a PDF', async () => {
        const response = await visit(`${pathOf(url)}/report.pdf`)
        expect(response.headers.get('content-type')).toBe('application/pdf')
        expect(response.headers.get('content-disposition')).toMatch(
          /^attachment; filename="domains-\d{4}-\d\d-\d\d\.pdf"$/,
        )
        expect(new TextDecoder('latin1').decode(await response.arrayBuffer())).toStartWith('%PDF-')
      })

      test('the first visit is noted', async () => {
        const { data } = await call<{ data: { opened_at?: string }[] }>(`GET /v1/dmarc/groups/${ids.group}/links`)
        expect(data[0]?.opened_at).toBeString()
      })

      test('a link that expired, one that was revoked and one that never was open nothing', async () => {
        const { dmarcGroupLinks: t } = service.store.read.tables
        const set = (expiresAt: number) =>
          service.store.tx((db) => db.update(t).set({ expiresAt }).where(eq(t.id, linkId)))
        await set(1)
        expect((await visit(pathOf(url))).status).toBe(410)
        await set(Date.now() + dayMs)
        expect((await visit(pathOf(url))).status).toBe(200)
        const revoke = (etag: string) =>
          ask(service, { call: `DELETE /v1/dmarc/groups/${ids.group}/links/${linkId}`, headers: { 'if-match': etag } })
        expect(await revoke('"0"')).toMatchObject({ status: 412, body: { code: 'PRECONDITION_FAILED' } })
        expect((await visit(pathOf(url))).status).toBe(200)
        // Visits are no change of the link.
        const revoked = await revoke(linkTag)
        expect(revoked).toMatchObject({ status: 200, body: { id: linkId, revoked_at: expect.any(String) } })
        expect(await revoke(linkTag)).toMatchObject({ status: 412, body: { code: 'PRECONDITION_FAILED' } })
        expect((await revoke(revoked.headers.get('etag') ?? '')).status).toBe(200)
        for (const path of [
          pathOf(url),
          `${pathOf(url)}/report.pdf`,
          `/domain-report/${'0'.repeat(48)}`,
          '/domain-report/x',
        ])
          expect((await visit(path)).status).toBe(404)
      })

      test('a link opens nothing once its creator may not see the group', async () => {
        const send = { name: 'Acme' }
        const made = await ask(service, {
          call: `POST /v1/dmarc/groups/${ids.group}/links`,
          key: null,
          headers: as('editor'),
          send,
        })
        const byMember = pathOf((made.body as { url: string }).url)
        const key = await call<{ id: string; key: string }>('POST /v1/api-keys', { name: 'Short', scopes: ['dmarc'] })
        const byKey = pathOf(
          (await call<{ url: string }>(`POST /v1/dmarc/groups/${ids.group}/links`, send, key.key)).url,
        )
        expect((await visit(byMember)).status).toBe(200)
        expect((await visit(byKey)).status).toBe(200)
        await call(`PUT /v1/dmarc/groups/${ids.group}`, { members: ['outsider@example.com'] })
        await call(`DELETE /v1/api-keys/${key.id}`)
        expect((await visit(byMember)).status).toBe(404)
        expect((await visit(byKey)).status).toBe(404)
      })

      test.each([
        ['in the past', -1],
        ['too far ahead', limits.dmarcLinkDaysMax + 1],
      ])('an expiry %s is refused', async (_, days) => {
        const { body, status } = await ask(service, {
          call: `POST /v1/dmarc/groups/${ids.group}/links`,
          send: { name: 'Acme', expires_at: new Date(Date.now() + days * dayMs).toISOString() },
        })
        expect(status).toBe(422)
        expect(body).toMatchObject({ issues: [{ path: '/expires_at' }] })
      })
    })

    test('a deleted group leaves its domains in none, and its links open nothing', async () => {
      const { url: last } = await call<{ url: string }>(`POST /v1/dmarc/groups/${ids.group}/links`, { name: 'Acme' })
      expect((await visit(pathOf(last))).status).toBe(200)
      await call(`DELETE /v1/dmarc/groups/${ids.group}`)
      expect((await visit(pathOf(last))).status).toBe(404)
      expect(await call(`GET /v1/dmarc/domains/${ids.domain}`)).toMatchObject({ group: null })
    })
  })
