/** What each adapter says to its provider, and what it makes of the answers, held against the stand-ins. */
import { beforeAll, describe, expect, test } from 'bun:test'
import {
  type Account,
  Api,
  PushFailure,
  type PushedEmail,
  type Cached,
  type Wire,
  adapters,
  pushEmail,
} from '../../../src/email/push/index.ts'
import { providers } from '../../../src/email/esp/index.ts'
import { type Running, type StandIn, startStandIn } from './stand-in.ts'
import { standIns } from './stand-ins/list.ts'

const email: PushedEmail = {
  name: 'Spring sale 🌱',
  key: 'tpl_01jd7q2v5w8x3y4z6a7b9c0d1e',
  subject: 'Hello *|FNAME|*',
  preheader: 'Today',
  html: '<html><body>{{#if x}}<p>“Grüße” & co</p>{{/if}}</body></html>',
  text: 'Hello',
}

const wire: Wire = async ({ body, headers, method, url }) => {
  const given = body === undefined ? {} : { body: typeof body === 'string' ? body : body.slice() }
  const answer = await fetch(url, { method, headers, redirect: 'manual', ...given })
  return { status: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.bytes() }
}

/** A memory as the service keeps one for an email. */
function createCache(): Cached & { log: string[] } {
  const memory = {
    remoteId: undefined as string | undefined,
    isChosen: false,
    pendingSinceMs: undefined as number | undefined,
    log: [] as string[],
    async begin() {
      memory.log.push('begin')
      memory.remoteId = undefined
      memory.pendingSinceMs = Date.now()
    },
    async abandon() {
      memory.log.push('abandon')
      memory.pendingSinceMs = undefined
    },
    async keep(id: string) {
      memory.log.push(`keep ${id}`)
      memory.remoteId = id
      memory.pendingSinceMs = undefined
    },
  }
  return memory
}

test('every adapter has a fake server and an export target', () => {
  expect(standIns.map(({ provider }) => provider)).toEqual([...adapters.keys()])
  for (const { target } of adapters.values()) expect(providers.has(target)).toBe(true)
})

test('the base URL is that of the account', () => {
  const at = (id: string, account: Partial<Account>) =>
    adapters.get(id)?.origin({ credentials: {}, settings: {}, ...account })
  expect(at('mailchimp', { credentials: { api_key: 'abc-us21' } })).toBe('https://us21.api.mailchimp.com/3.0')
  expect(at('mailgun', { settings: { region: 'eu' } })).toBe('https://api.eu.mailgun.net')
  expect(at('mailgun', {})).toBe('https://api.mailgun.net')
  expect(at('sendgrid', { settings: { region: 'eu' } })).toBe('https://api.eu.sendgrid.com')
  expect(at('customerio', { settings: { region: 'eu' } })).toBe('https://api-eu.customer.io')
  expect(at('iterable', { settings: { region: 'eu' } })).toBe('https://api.eu.iterable.com')
  for (const { account, provider } of standIns) expect(at(provider, account)).toMatch(/^https:\/\/[a-z0-9.-]+(\/|$)/)
})

for (const standIn of standIns) describe(standIn.provider, () => describeProvider(standIn))

function describeProvider(standIn: StandIn): void {
  const adapter = adapters.get(standIn.provider)
  if (adapter === undefined) throw new Error(`There is no adapter ${standIn.provider}.`)
  let running: Running
  const open = (account: Account) => new Api(adapter, account, { wire, baseUrl: running.url })
  const push = (cached: Cached, given: Partial<PushedEmail> = {}) =>
    pushEmail(adapter, open(standIn.account), { account: standIn.account, email: { ...email, ...given }, cached })
  const failure = async (attempt: Promise<unknown>) => {
    const error: unknown = await attempt.then(
      () => undefined,
      (reason: unknown) => reason,
    )
    if (!(error instanceof PushFailure)) throw new Error(`no failure of a push: ${String(error)}`)
    return error
  }

  beforeAll(() => {
    running = startStandIn(standIn)
  })

  test('valid credentials are accepted, others rejected, and no secret is in the error', async () => {
    await adapter.test(open(standIn.account), standIn.account)
    const { kind, message } = await failure(adapter.test(open(standIn.wrong), standIn.wrong))
    expect(kind).toBe('unauthorized')
    for (const secret of Object.values(standIn.wrong.credentials)) expect(message).not.toContain(secret)
    expect(running.faults).toEqual([])
  })

  test('a push creates a template, the next one updates it, byte for byte', async () => {
    running.templates.clear()
    const memory = createCache()
    expect(await push(memory)).toMatchObject({ action: 'created' })
    const kept = () => standIn.kept([...running.templates.values()][0] ?? {})
    const { subject = email.subject, text = email.text, ...rest } = kept()
    expect({ subject, text, ...rest }).toMatchObject({ subject: email.subject, text: email.text, html: email.html })
    expect(String(rest.name)).toContain('Spring sale')
    const again = await push(memory, { html: '<p>Again</p>', name: 'Summer sale' })
    expect(again).toEqual({ action: 'updated', id: memory.remoteId ?? '' })
    expect(kept().html).toBe('<p>Again</p>')
    expect(running.templates.size).toBe(1)
    expect(running.faults).toEqual([])
  })

  test('a deleted template is created again; one that the caller named is not', async () => {
    running.templates.clear()
    const memory = createCache()
    await push(memory)
    running.templates.clear()
    expect(await push(memory)).toMatchObject({ action: 'recreated' })
    expect(running.templates.size).toBe(1)
    running.templates.clear()
    const chosen = { ...createCache(), remoteId: memory.remoteId, isChosen: true }
    expect((await failure(push(chosen))).kind).toBe('missing')
    expect(running.templates.size).toBe(0)
    expect(running.faults).toEqual([])
  })

  test('a creation whose response was lost is found, and no second template is created', async () => {
    running.templates.clear()
    const memory = createCache()
    // HubSpot is queried first whether the file is there.
    running.mishaps.push(
      ...(standIn.provider === 'hubspot' ? [standIn.refusal(404), 'lose' as const] : ['lose' as const]),
    )
    const lost = await failure(push(memory))
    expect(lost).toMatchObject({ kind: 'unavailable', isUncertain: true, isTransient: true })
    expect(running.templates.size).toBe(1)
    expect(memory.pendingSinceMs).toBeNumber()
    expect(await push(memory)).toMatchObject({ action: 'created' })
    expect(running.templates.size).toBe(1)
    expect(running.faults).toEqual([])
  })

  test('errors have the message of the provider', async () => {
    const kinds = {
      401: 'unauthorized',
      403: 'forbidden',
      409: 'conflict',
      422: 'rejected',
      413: 'too_large',
      500: 'unavailable',
    }
    for (const [status, kind] of Object.entries(kinds)) {
      running.templates.clear()
      running.mishaps.push(standIn.refusal(Number(status)))
      const memory = createCache()
      const found = await failure(push(memory))
      expect({ status: found.status, kind: found.kind }).toEqual({
        status: Number(status),
        kind: kind as typeof found.kind,
      })
      expect(found.message).toMatch(/A refusal with|already/)
      expect(running.templates.size).toBe(0)
    }
  })

  test('an AMP part is sent only to providers that accept it', async () => {
    running.templates.clear()
    await push(createCache(), { amp: '<html amp4email>' })
    const takesAmp = ['klaviyo', 'customerio'].includes(standIn.provider)
    expect(JSON.stringify([...running.templates.values()]).includes('amp4email')).toBe(takesAmp)
    expect(running.faults).toEqual([])
  })

  test("conditions and editable regions in the provider's language are unchanged", async () => {
    running.templates.clear()
    const html = '<p data-klaviyo-region="true">{% if contact.city %}City{% endif %}</p>'
    await push(createCache(), { html, isEditable: true })
    expect(standIn.kept([...running.templates.values()][0] ?? {}).html).toBe(html)
    expect(running.faults).toEqual([])
  })

  test('an image is uploaded byte for byte if the API accepts images', async () => {
    const { images } = adapter
    expect(images !== undefined).toBe(['brevo', 'hubspot', 'klaviyo', 'mailchimp'].includes(adapter.id))
    if (images === undefined) return
    // What a form would end with, in its middle.
    const bytes = Uint8Array.from([
      137,
      80,
      78,
      71,
      13,
      10,
      0,
      255,
      ...new TextEncoder().encode('--svc-form-boundary--'),
    ])
    const image = { name: 'mark-1.png', mime: 'image/png', bytes, address: 'https://cdn.example.com/mark.png' }
    const keep = () => images.keep(open(standIn.account), image, standIn.account)
    const kept = running.images.get(await keep())
    expect(kept?.name).toBe('mark-1.png')
    if (images.isFetching !== true) expect(kept?.bytes).toEqual(bytes)
    running.mishaps.push(standIn.refusal(403))
    expect((await failure(keep())).kind).toBe('forbidden')
    running.mishaps.push({ status: 200, body: { nothing: 'of use' } })
    expect((await failure(keep())).kind).toBe('garbled')
    expect(running.faults).toEqual([])
  })

  test("content above the provider's size limit is not sent", async () => {
    const { htmlBytes } = adapter.limits
    if (htmlBytes === undefined) return
    const before = running.asked.length
    expect((await failure(push(createCache(), { html: 'x'.repeat(htmlBytes + 1) }))).kind).toBe('too_large')
    expect(running.asked).toHaveLength(before)
  })

  test('a rate-limited request is retried when the provider says', async () => {
    running.mishaps.push(standIn.refusal(429))
    const { kind, retryAfterMs } = await failure(push(createCache()))
    expect(kind).toBe('rate_limited')
    if (standIn.provider === 'mailchimp') expect(retryAfterMs).toBeUndefined()
    else expect(retryAfterMs).toBeWithin(5000, 9000)
  })

  test('a redirect is not followed, and an HTML page is not a valid response', async () => {
    running.mishaps.push({ status: 302, headers: { location: 'https://elsewhere.example/' } })
    expect((await failure(push(createCache()))).kind).toBe('redirected')
    running.mishaps.push({ status: 200, text: '<html>Sign in</html>' }, { status: 200, text: '<html>Sign in</html>' })
    expect((await failure(push(createCache()))).kind).toBe('garbled')
    running.mishaps.length = 0
    expect(running.asked.every(({ path }) => !path.startsWith('outside'))).toBe(true)
  })
}
