/** The page for reviewers without an account: what a link opens, what it may do, and how long. */
import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { withColorScheme } from '../../../src/app/pages/review/email.ts'
import { languageOf } from '../../../src/app/pages/review/texts.ts'
import { ask } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { dialects } from '../../support/store.ts'

type Body = Record<string, unknown>
interface Link {
  id: string
  url: string
}

const emailOf = (words: string) => ({
  schema: 'svc.email/1',
  meta: { title: 'Sale', lang: 'en', subject: `Subject ${words}` },
  fields: [{ path: 'first_name', type: 'string', sample: 'Zoe', default: 'friend' }],
  rows: [
    {
      id: 'top',
      type: 'section',
      columns: [
        {
          id: 'column',
          type: 'column',
          blocks: [{ id: 'hello', type: 'text', text: `<p>${words} {{ first_name }} <script>x</script></p>` }],
        },
      ],
    },
  ],
})

describe.each([...dialects])('links for reviewers on %s', (dialect) => {
  let service: TestService
  let id: string
  let review: string
  let manager: { id: string; key: string }
  let editor: { id: string; key: string }

  const call = (what: string, send?: unknown, key = 'a') =>
    ask(service, { call: what, key, ...(send === undefined ? {} : { send }) })
  const well = async <T = Body>(what: string, send?: unknown, key = 'a'): Promise<T> => {
    const { status, body } = await call(what, send, key)
    expect({ what, status, body }).toMatchObject({ status: status < 300 ? status : 200 })
    return body as T
  }
  const path = () => `/v1/templates/${id}`
  const newKey = async (name: string) =>
    well<{ id: string; key: string }>('POST /v1/api-keys', { name, scopes: ['templates:read', 'templates:write'] })
  const newLink = async (body: object = {}, key = manager.key) =>
    well<Link>(`POST ${path()}/review-links`, { name: 'Mia', ...body }, key)
  const visit = (url: string, headers: Record<string, string> = {}) =>
    service.handle(new Request(url, { headers: { accept: 'text/html', ...headers } }))
  const post = (url: string, fields: Record<string, string>, headers: Record<string, string> = { origin: 'null' }) =>
    service.handle(
      new Request(url, {
        method: 'POST',
        body: new URLSearchParams(fields),
        headers: { accept: 'text/html', ...headers },
      }),
    )
  const comments = async () => (await well(`GET ${path()}/comments`))['data'] as Body[]
  const state = async () => (await well(`GET ${path()}/reviews/${review}`))['state']

  beforeAll(async () => {
    service = await startService({ dialect })
    manager = await newKey('Manager')
    editor = await newKey('Editor')
    await well(`PUT /v1/projects/${service.projects.a}`, { publishing: 'by_hand', approval: 'required' })
  })
  beforeEach(async () => {
    id = await service.create({ name: 'Sale <1>', type: 'promotional', document: emailOf('Dear') })
    review = String((await well(`POST ${path()}/reviews`, { note: 'For May' }, editor.key))['id'])
  })

  test('the page shows the review without script, and nothing may cache, index or refer to it', async () => {
    const response = await visit((await newLink()).url)
    const text = await response.text()
    expect(response.status).toBe(200)
    expect(text).toContain('Sale &#60;1&#62;')
    expect(text).toContain('For May')
    expect(text).not.toContain('<script')
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    })
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(response.headers.get('content-security-policy')).not.toContain('script-src')
  })

  test('the email is sandboxed, with the sample recipient or one of whom nothing is known', async () => {
    const { url } = await newLink()
    const sample = await visit(`${url}/email?recipient=sample`)
    const html = await sample.text()
    expect(html).toContain('Zoe')
    expect(html).not.toContain('<script')
    expect(sample.headers.get('content-security-policy')).toStartWith("sandbox; default-src 'none'")
    expect(sample.headers.get('referrer-policy')).toBe('no-referrer')
    expect(await (await visit(`${url}/email?recipient=unknown`)).text()).toContain('friend')
  })

  test('a link without the right to approve comments only', async () => {
    const link = await newLink({}, editor.key)
    expect(await (await visit(link.url)).text()).not.toContain('value="approve"')
    const refused = await post(link.url, { act: 'approve', review })
    expect(refused.status).toBe(403)
    expect(await state()).toBe('pending')
    const done = await post(link.url, { act: 'comment', review, node: 'hello', text: 'Old\r\nprice <b>' })
    expect([done.status, done.headers.get('location')]).toEqual([303, expect.stringContaining('done=commented')])
    expect(await comments()).toMatchObject([
      {
        text: 'Old\nprice <b>',
        node_id: 'hello',
        review_id: review,
        author: { kind: 'reviewer', id: link.id, name: 'Mia' },
      },
    ])
    expect(await (await visit(link.url)).text()).toContain('price &#60;b&#62;')
  })

  test('a link with the right to approve approves, and the draft can be published', async () => {
    const link = await newLink({ may_approve: true })
    expect(await (await visit(link.url)).text()).toContain('value="approve"')
    expect((await post(link.url, { act: 'approve', review, note: ' Fine\u0000 ' })).status).toBe(303)
    expect(await well(`GET ${path()}/reviews/${review}`)).toMatchObject({
      state: 'approved',
      decided_by: { kind: 'reviewer', id: link.id, name: 'Mia' },
      decision_note: 'Fine',
    })
    expect((await call(`POST ${path()}/publish`, {}, editor.key)).status).toBe(200)
  })

  test('a link rejects', async () => {
    const { url } = await newLink({ may_approve: true })
    expect((await post(url, { act: 'reject', review })).status).toBe(303)
    expect(await state()).toBe('rejected')
    expect((await post(url, { act: 'approve', review })).status).toBe(409)
  })

  test('the requester cannot approve the own draft by a link', async () => {
    const { url } = await newLink({ may_approve: true }, editor.key)
    expect(await (await visit(url)).text()).not.toContain('value="approve"')
    expect((await post(url, { act: 'approve', review })).status).toBe(403)
    expect(await state()).toBe('pending')
  })

  test('a caller that may not approve cannot make a link that does', async () => {
    await well(`POST ${path()}/permissions`, { principal: { kind: 'api_key', id: editor.id }, level: 'edit' })
    const refused = await call(`POST ${path()}/review-links`, { name: 'Me', may_approve: true }, editor.key)
    expect(refused).toMatchObject({ status: 403, body: { code: 'PERMISSION_DENIED' } })
  })

  test('a draft that changed meanwhile cannot be approved; the page says so and shows what was submitted', async () => {
    const { url } = await newLink({ may_approve: true })
    await well(`PUT ${path()}`, { document: emailOf('Changed') })
    expect(await (await visit(url)).text()).toContain('The email has changed since.')
    expect(await (await visit(`${url}/email`)).text()).toContain('Dear')
    expect((await post(url, { act: 'approve', review })).status).toBe(409)
    const next = String((await well(`POST ${path()}/reviews`, {}, editor.key))['id'])
    expect(await (await visit(`${url}/email`)).text()).toContain('Changed')
    expect((await post(url, { act: 'approve', review })).status).toBe(409)
    expect((await post(url, { act: 'approve', review: next })).status).toBe(303)
  })

  test('a link loses what its creator loses', async () => {
    const { url } = await newLink({ may_approve: true })
    const grant = (level: string) =>
      well(`POST ${path()}/permissions`, { principal: { kind: 'api_key', id: manager.id }, level })
    await grant('edit')
    expect(await (await visit(url)).text()).not.toContain('value="approve"')
    expect((await post(url, { act: 'approve', review })).status).toBe(403)
    await grant('none')
    expect((await visit(url)).status).toBe(404)
    const gone = await newKey('Leaving')
    const other = await newLink({}, gone.key)
    expect((await visit(other.url)).status).toBe(200)
    await call(`DELETE /v1/api-keys/${gone.id}`)
    expect((await visit(other.url)).status).toBe(404)
  })

  test('a revoked, expired or invented link opens nothing, nor does one to a deleted template', async () => {
    const link = await newLink()
    await well(`DELETE ${path()}/review-links/${link.id}`)
    for (const target of [link.url, `${link.url}/email`, link.url.replace(/.{48}$/, 'f'.repeat(48)), `${link.url}x`])
      expect((await visit(target)).status).toBe(404)
    expect((await post(link.url, { act: 'comment', review, text: 'Late' })).status).toBe(404)
    const second = await newLink()
    const { reviewLinks } = service.store.read.tables
    await service.store.tx(async (db) => {
      await db.update(reviewLinks).set({ expiresAt: db.nowMs() - 1 })
    })
    expect((await visit(second.url)).status).toBe(410)
    const third = await newLink()
    await well(`DELETE ${path()}`)
    expect((await visit(third.url)).status).toBe(404)
    expect(await comments().catch(() => [])).toEqual([])
  })

  test('links are listed with their state, without their token, which is stored as a hash', async () => {
    const link = await newLink({ email: 'mia@example.com' })
    await visit(link.url)
    const token = link.url.split('/').at(-1) ?? ''
    const listed = await well(`GET ${path()}/review-links`)
    expect(listed['data']).toMatchObject([{ id: link.id, email: 'mia@example.com', opened_at: expect.any(String) }])
    expect(JSON.stringify(listed)).not.toContain(token)
    const { reviewLinks } = service.store.read.tables
    expect(JSON.stringify(await service.store.read.select().from(reviewLinks))).not.toContain(token)
  })

  test('a comment without text is refused on the page, which keeps what was typed', async () => {
    const { url } = await newLink()
    const response = await post(url, { act: 'comment', review, node: 'hello', text: ' ' })
    expect(response.status).toBe(422)
    expect(await response.text()).toContain('role="alert"')
    expect((await post(url, { act: 'comment', review, text: 'x'.repeat(5001) })).status).toBe(422)
    expect((await post(url, { act: 'comment', review, text: 'é😀'.repeat(1600) })).status).toBe(303)
    expect((await post(url, { act: 'comment', review: 'rvw_x', text: 'Hello' })).status).toBe(404)
    expect((await post(url, { act: 'comment', review, text: 'x'.repeat(100_000) })).status).toBe(413)
  })

  test('a form of another site is refused', async () => {
    const { url } = await newLink()
    const forged = await post(url, { act: 'comment', review, text: 'Hello' }, { origin: 'https://evil.example' })
    expect(forged.status).toBe(403)
  })

  test('the page is in the language of the browser, also from right to left', async () => {
    const { url } = await newLink()
    const german = await (await visit(url, { 'accept-language': 'de-AT,en;q=0.5' })).text()
    expect(german).toContain('<html lang="de" dir="ltr"')
    expect(german).toContain('Kommentieren')
    expect(await (await visit(url, { 'accept-language': 'ar' })).text()).toContain('<html lang="ar" dir="rtl"')
  })
})

test('the preferred language that the page has is chosen', () => {
  const chosen = (header: string | null) => languageOf(header).tag
  expect(
    [null, '', 'xx', 'de', 'fr-CA, de;q=0.9', 'xx, ja;q=0.3, it;q=0.8', 'de;q=0', 'constructor'].map(chosen),
  ).toEqual(['en', 'en', 'en', 'de', 'fr', 'it', 'en', 'en'])
})

test('an email is shown in a color scheme whatever the browser prefers', () => {
  const css = '@media (prefers-color-scheme:dark){a{}} @media screen and ( prefers-color-scheme : light ){b{}}'
  expect(withColorScheme(css, 'dark')).toBe('@media (min-width:0){a{}} @media screen and (max-width:0){b{}}')
  expect(withColorScheme(css, 'light')).toBe('@media (max-width:0){a{}} @media screen and (min-width:0){b{}}')
  expect(withColorScheme(':root{color-scheme:light dark}', 'dark')).toBe(':root{color-scheme:dark}')
})
