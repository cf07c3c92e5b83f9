import { beforeAll, describe, expect, test } from 'bun:test'
import { createVault } from '../../../src/platform/identity/index.ts'
import type { Export } from '../../../src/surfaces/exports/contract.ts'
import { createLinks } from '../../../src/surfaces/exports/signed-link.ts'
import { ask } from '../../support/scenario.ts'
import { type TestService, startService, testSecret } from '../../support/service.ts'
import { dialects } from '../../support/store.ts'

for (const dialect of dialects) {
  describe(dialect, () => {
    let service: TestService
    const get = (url: string, init?: RequestInit) => service.handle(new Request(url, init))
    const make = async (key: 'a' | 'b') => {
      const answer = await ask(service, {
        call: 'POST /v1/export',
        key,
        send: { html: '<p>0123456789</p>', format: 'html' },
      })
      return answer.body as Export
    }
    describe('a signed link', () => {
      let link: URL
      let id: string
      let foreign: string
      beforeAll(async () => {
        service = await startService({ dialect })
        const made = await make('a')
        id = made.id
        foreign = (await make('b')).id
        link = new URL(made.files[0]?.url ?? '')
      })
      const follow = async (change: (url: URL) => void, init?: RequestInit) => {
        const url = new URL(link)
        change(url)
        const response = await get(url.href, init)
        return { status: response.status, headers: response.headers, text: await response.text() }
      }
      const nothing = () => {}

      test('answers a page that can do nothing, as a file to save', async () => {
        const { headers, text } = await follow(nothing)
        expect(text).toBe('<p>0123456789</p>')
        expect(Object.fromEntries(headers)).toMatchObject({
          'content-type': 'text/html; charset=utf-8',
          'x-content-type-options': 'nosniff',
          'cross-origin-resource-policy': 'cross-origin',
          'cache-control': 'private, no-cache',
          'accept-ranges': 'bytes',
        })
        expect(headers.get('content-security-policy')).toContain('sandbox')
        expect(headers.get('content-disposition')).toStartWith('attachment; filename=')
      })

      test('answers HEAD, ranges and conditions', async () => {
        const head = await follow(nothing, { method: 'HEAD' })
        expect([head.status, head.text, head.headers.get('content-length')]).toEqual([200, '', '17'])
        const etag = head.headers.get('etag') ?? ''
        expect((await follow(nothing, { headers: { 'if-none-match': etag } })).status).toBe(304)
        const part = await follow(nothing, { headers: { range: 'bytes=3-5' } })
        expect([part.status, part.text, part.headers.get('content-range')]).toEqual([206, '012', 'bytes 3-5/17'])
        const kept = await follow(nothing, { headers: { range: 'bytes=3-5', 'if-range': '"other"' } })
        expect(kept.status).toBe(200)
        const beyond = await follow(nothing, { headers: { range: 'bytes=17-' } })
        expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */17'])
        expect(beyond.headers.get('cache-control')).toBe('no-store')
      })

      const tampered: [how: string, change: (url: URL) => void][] = [
        ['another file name', (url) => void (url.pathname = url.pathname.replace(/[^/]+$/, 'other.html'))],
        ['another export', (url) => void (url.pathname = url.pathname.replace(id, foreign))],
        ['a later time', (url) => url.searchParams.set('exp', String(Number(url.searchParams.get('exp')) + 1))],
        ['another signature', (url) => url.searchParams.set('sig', 'A'.repeat(43))],
        ['half a signature', (url) => url.searchParams.set('sig', (url.searchParams.get('sig') ?? '').slice(0, 20))],
        ['no signature', (url) => url.searchParams.delete('sig')],
        ['no time', (url) => url.searchParams.delete('exp')],
        ['a time that is no number', (url) => url.searchParams.set('exp', 'never')],
      ]
      for (const [how, change] of tampered) {
        test(`with ${how} is 403 and is not cached`, async () => {
          const { status, text, headers } = await follow(change)
          expect([status, headers.get('cache-control')]).toEqual([403, 'no-store'])
          expect(text).toContain('LINK_INVALID')
        })
      }

      test('that has expired is 410, and one for a file that never was is 404', async () => {
        const links = createLinks(createVault(testSecret), 'http://localhost')
        const name = decodeURIComponent(link.pathname.split('/').at(-1) ?? '')
        const past = links.create({ exportId: id, name, expiresAt: Date.now() + 1e9 }, Date.now() - 3_600_000)
        const expired = await get(past)
        expect([expired.status, expired.headers.get('cache-control')]).toEqual([410, 'no-store'])
        expect(await expired.text()).toContain('LINK_EXPIRED')
        const never = links.create({ exportId: id, name: 'never.html', expiresAt: Date.now() + 1e9 }, Date.now())
        expect((await get(never)).status).toBe(404)
      })
    })
  })
}
