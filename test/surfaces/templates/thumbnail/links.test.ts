/** Links to thumbnails: images for pages without an API key, stable for a time, bound to one template and the secret. */
import { describe, expect, test } from 'bun:test'
import { PNG } from 'pngjs'
import { createVault } from '../../../../src/platform/identity/index.ts'
import { createThumbnailLinks } from '../../../../src/surfaces/templates/index.ts'
import { ask } from '../../../support/scenario.ts'
import { startService } from '../../../support/service.ts'
import { dialects } from '../../../support/store.ts'

const hourMs = 3_600_000
const template = { id: 'tpl_01jd7q2v5w8x3y4z6a7b9c0d1e', revision: 3 } as Parameters<
  ReturnType<typeof createThumbnailLinks>['sign']
>[0]

function partsOf(url: string) {
  const { pathname, searchParams } = new URL(url)
  return {
    id: pathname.split('/').at(-1) ?? '',
    exp: searchParams.get('exp') ?? '',
    sig: searchParams.get('sig') ?? '',
  }
}

describe('a link', () => {
  const start = Date.UTC(2026, 10, 28)
  let nowMs = start
  const clock = { cdnUrl: 'https://cdn.example.com', nowMs: () => nowMs }
  const links = createThumbnailLinks(createVault('one'), clock)
  const at = (hours: number) => {
    nowMs = start + hours * hourMs
    return links.sign(template).thumbnail_url
  }

  test('is the same for a day, and another one on the next', () => {
    expect(new Set([0, 1, 12, 23.999].map(at)).size).toBe(1)
    expect(at(24)).not.toBe(at(0))
    expect(at(0)).not.toBe(links.sign({ ...template, revision: 4 }).thumbnail_url)
  })

  test('is valid for a day at least and for two at most', () => {
    for (const made of [0, 7, 23.999]) {
      const link = partsOf(at(made))
      const stateAfter = (hours: number) => {
        nowMs = start + (made + hours) * hourMs
        return links.evaluate(link)
      }
      expect([stateAfter(0), stateAfter(24), stateAfter(48.001)]).toEqual(['valid', 'valid', 'expired'])
    }
  })

  test('is of one template, one time and one secret', () => {
    const link = partsOf(at(0))
    expect(links.evaluate({ ...link, id: 'tpl_01jd7q2v5w8x3y4z6a7b9c0d1f' })).toBe('invalid')
    expect(links.evaluate({ ...link, exp: String(Number(link.exp) + 86_400) })).toBe('invalid')
    expect(createThumbnailLinks(createVault('two'), clock).evaluate(link)).toBe('invalid')
    const rotated = createVault({ latest: () => ['two', 'one'], recent: () => ['two', 'one'] })
    expect(createThumbnailLinks(rotated, clock).evaluate(link)).toBe('valid')
  })
})

for (const dialect of dialects) {
  const service = await startService({ dialect, environment: { SVC_RUN_JOBS: 'false' } })
  const id = await service.create({ name: 'One', type: 'other', html: '<p>Hello</p>' })

  describe(dialect, () => {
    const read = async (path: string) => (await ask(service, { call: `GET /v1/${path}` })).body
    const urlOf = async () => ((await read(`templates/${id}`)) as { thumbnail_url: string }).thumbnail_url
    const open = (url: string, headers: Record<string, string> = {}) => service.handle(new Request(url, { headers }))

    test('every read of a template has the same link, and browsers may cache the image', async () => {
      const url = await urlOf()
      for (const list of ['templates/my', 'templates/search?q=One']) {
        expect(await read(list)).toMatchObject({ data: [{ id, thumbnail_url: url }] })
      }
      const response = await open(url)
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe('image/png')
      expect(response.headers.get('cache-control')).toBe('private, max-age=300')
      expect(PNG.sync.read(Buffer.from(await response.arrayBuffer())).width).toBe(320)
      const known = await open(url, { 'if-none-match': response.headers.get('etag') ?? '' })
      expect(known.status).toBe(304)
    })

    test('a save makes another URL of another image; both show the email as it is', async () => {
      const before = await urlOf()
      const first = await open(before)
      await ask(service, { call: `PUT /v1/templates/${id}`, send: { html: '<h1>Changed</h1><p>More</p>' } })
      const after = await urlOf()
      expect(after).not.toBe(before)
      const [old, next] = [await open(before), await open(after)]
      expect(next.headers.get('etag')).not.toBe(first.headers.get('etag'))
      expect(old.headers.get('etag')).toBe(next.headers.get('etag'))
    })

    test('a link is refused for another template, and without its signature', async () => {
      const other = await service.create({ name: 'Two', type: 'other', html: '<p>Secret</p>' })
      const url = await urlOf()
      for (const forged of [url.replace(id, other), url.replace(/sig=[^&]*/, 'sig=x'), url.split('?')[0] ?? '']) {
        const refused = await open(forged)
        expect(refused.status).toBe(403)
        expect(await refused.json()).toMatchObject({ code: 'LINK_INVALID' })
      }
      const wider = await open(`${url}&width=1280`)
      expect(PNG.sync.read(Buffer.from(await wider.arrayBuffer())).width).toBe(320)
    })

    test('a link of a starter shows it, as it belongs to no project', async () => {
      const { data } = (await read('templates/public')) as { data: { thumbnail_url: string }[] }
      const shown = await open(data[0]?.thumbnail_url ?? '')
      expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png'])
    })

    test('a link of a template in the trash, or of a deleted project, shows nothing', async () => {
      const made = await ask(service, { call: 'POST /v1/projects', send: { name: 'Other' } })
      const { id: project, api_key: apiKey } = made.body as { id: string; api_key: { key: string } }
      const send = { name: 'There', type: 'other', html: '<p>Hello</p>' }
      const headers = { 'svc-api-auth': apiKey.key }
      const created = await ask(service, { call: 'POST /v1/templates', key: null, headers, send })
      const { thumbnail_url: there } = created.body as { thumbnail_url: string }
      expect((await open(there)).status).toBe(200)
      await ask(service, { call: `DELETE /v1/projects/${project}` })
      expect((await open(there)).status).toBe(404)
      const url = await urlOf()
      await ask(service, { call: `DELETE /v1/templates/${id}` })
      expect((await open(url)).status).toBe(404)
    })
  })
}
