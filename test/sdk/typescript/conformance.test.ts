/** The TypeScript client against the vectors that the clients of all languages share. */
import { describe, expect, test } from 'bun:test'
import { inspect } from 'node:util'
import { Webhook } from 'standardwebhooks'
import { type ResponseDetails, Svc, signPluginToken, verifyWebhook } from '../../../sdk/typescript/src/index.ts'
import { parseRetryAfter } from '../../../sdk/typescript/src/retries.ts'
import { type CallVector, type ExpectedError, type ScriptedResponse, readVectors } from '../conformance.ts'
import { callOperation, errorFields, failureOf, scriptedClient } from './scripted.ts'

const success = { status: 200, headers: { 'content-type': 'application/json' }, body: '{}' }
const scripted = (responses: ScriptedResponse[]) => scriptedClient(() => responses.shift())

interface RequestVector extends CallVector {
  request?: { method: string; url: string; headers: Record<string, string | null>; body: unknown }
}

describe('requests', () => {
  test.each(readVectors<RequestVector>('requests').map((vector) => [vector.name, vector] as const))(
    '%s',
    async (_, vector) => {
      const { client, sent } = scripted([success])
      const call = callOperation(client, vector)
      if (vector.error) return expect(errorFields(await failureOf(call), vector.error)).toMatchObject(vector.error)
      await call
      const [request] = sent
      const headers = new Headers(request?.headers)
      expect(request).toMatchObject({ method: vector.request?.method, url: vector.request?.url })
      for (const [name, value] of Object.entries(vector.request?.headers ?? {}))
        expect([name, headers.get(name)]).toEqual([name, value === '*' ? expect.any(String) : value])
      const body = typeof request?.body === 'string' ? (JSON.parse(request.body) as unknown) : null
      expect(body).toEqual(vector.request?.body ?? null)
    },
  )
})

interface RetryVector extends CallVector {
  responses: ScriptedResponse[]
  requests: number
  delays: number[]
  same_key?: boolean
}

describe('retries', () => {
  test.each(readVectors<RetryVector>('retries').map((vector) => [vector.name, vector] as const))(
    '%s',
    async (_, vector) => {
      const { client, sent, delays } = scripted([...vector.responses])
      const call = callOperation(client, vector)
      if (vector.error) expect(errorFields(await failureOf(call), vector.error)).toEqual({ ...vector.error })
      else expect(await call).toBeObject()
      expect(delays).toEqual(vector.delays)
      expect(sent).toHaveLength(vector.requests)
      const keys = new Set(sent.map(({ headers }) => headers['Idempotency-Key']))
      if (vector.same_key) expect([...keys]).toEqual([expect.any(String)])
    },
  )
})

describe('errors', () => {
  interface ErrorVector {
    name: string
    response: ScriptedResponse
    error: ExpectedError
  }
  test.each(readVectors<ErrorVector>('errors').map((vector) => [vector.name, vector] as const))(
    '%s',
    async (_, { response, error }) => {
      const { client } = scripted([response])
      const failure = await failureOf(client.templates.get({ id: 'tpl_1' }, { maxRetries: 0 }))
      expect(errorFields(failure, error)).toEqual({ ...error })
    },
  )
})

test('Retry-After in seconds and in every form of a date', () => {
  const now = Date.parse('2026-11-21T10:00:00Z')
  for (const { value, seconds } of readVectors<{ value: string; seconds: number | null }>('retry-after'))
    expect([value, parseRetryAfter(value, now)]).toEqual([value, seconds ?? undefined])
})

interface WebhookVector {
  name: string
  secrets: string[]
  headers: Record<string, string>
  body: string
  now: number
  event?: string
  refusal?: string
}

describe('webhooks', () => {
  const vectors = readVectors<WebhookVector>('webhooks')

  test.each(vectors.map((vector) => [vector.name, vector] as const))('%s', async (_, vector) => {
    const { headers, body, now, secrets: secret } = vector
    const verified = verifyWebhook({ headers, body, now, secret })
    if (vector.refusal === undefined) expect((await verified).type as string).toBe(vector.event ?? '')
    else expect(await failureOf(verified)).toMatchObject({ name: 'WebhookVerificationError', code: vector.refusal })
  })

  test('headers may be those of a request', async () => {
    const [vector] = vectors
    if (vector === undefined) throw new Error('There are no vectors')
    const { headers, body, now, secrets: secret } = vector
    expect((await verifyWebhook({ headers: new Headers(headers), body, now, secret })).id).toBe('evt_1')
  })

  test('the signature of the first vector is that of the standardwebhooks library', () => {
    const [vector] = vectors
    if (vector === undefined) throw new Error('There are no vectors')
    const library = new Webhook(vector.secrets[0] ?? '')
    const signature = library.sign(vector.headers['webhook-id'] ?? '', new Date(vector.now * 1000), vector.body)
    expect(vector.headers['webhook-signature']).toBe(signature)
  })
})

interface TokenVector {
  name: string
  plugin_id: string
  secret_key: string
  user_id: number
  expires: number
  token?: string
  refusal?: string
}

test.each(readVectors<TokenVector>('tokens').map((vector) => [vector.name, vector] as const))(
  'tokens: %s',
  async (_, vector) => {
    const { plugin_id: pluginId, secret_key: secretKey, user_id: userId, expires } = vector
    const signed = signPluginToken({ pluginId, secretKey, userId, expires })
    if (vector.token === undefined) expect(await failureOf(signed)).toMatchObject({ code: vector.refusal })
    else expect(await signed).toBe(vector.token)
  },
)

interface PaginationVector {
  name: string
  parameters: { cursor?: string; limit?: number }
  responses: ScriptedResponse[]
  ids: string[]
  cursors: (string | null)[]
  error?: ExpectedError
}

test.each(readVectors<PaginationVector>('pagination').map((vector) => [vector.name, vector] as const))(
  'pagination: %s',
  async (_, vector) => {
    const { client, sent } = scripted([...vector.responses])
    const ids: string[] = []
    const read = async () => {
      for await (const { id } of client.templates.listMineAll(vector.parameters)) ids.push(id)
    }
    if (vector.error) expect(errorFields(await failureOf(read()), vector.error)).toEqual({ ...vector.error })
    else await read()
    expect(ids).toEqual(vector.ids)
    expect(sent.map(({ url }) => new URL(url).searchParams.get('cursor'))).toEqual(vector.cursors)
  },
)

interface UnknownVector extends CallVector {
  body: unknown
  values: [(string | number)[], unknown][]
}

test.each(readVectors<UnknownVector>('unknown-values').map((vector) => [vector.name, vector] as const))(
  'unknown values: %s',
  async (_, vector) => {
    const { client } = scripted([{ ...success, body: JSON.stringify(vector.body) }])
    const result = await callOperation(client, vector)
    for (const [path, value] of vector.values)
      expect(path.reduce<unknown>((each, key) => Object(each)[key] as unknown, result)).toEqual(value)
  },
)

interface RedirectVector {
  name: string
  responses: Record<string, ScriptedResponse>
  requests: [string, boolean][]
  text?: string
  error?: ExpectedError
}

test.each(readVectors<RedirectVector>('redirects').map((vector) => [vector.name, vector] as const))(
  'redirects: %s',
  async (_, vector) => {
    const { client, sent } = scriptedClient((url) => vector.responses[url])
    const call = client.exports.download({ id: 'exp_1' })
    if (vector.error) expect(errorFields(await failureOf(call), vector.error)).toEqual({ ...vector.error })
    else expect(await (await call).text()).toBe(vector.text ?? '')
    expect(sent.map(({ url, headers }) => [url, headers['Svc-Api-Auth'] === 'svc_test'])).toEqual(vector.requests)
  },
)

test('a response that is too long', async () => {
  const client = new Svc({
    baseUrl: 'https://svc.example',
    apiKey: 'svc_test',
    maxResponseBytes: 1000,
    transport: () => Promise.resolve(new Response(`[${'1,'.repeat(5000)}1]`)),
  })
  expect(await failureOf(client.templates.get({ id: 'a' }))).toMatchObject({
    name: 'InvalidResponseError',
    code: 'RESPONSE_TOO_LARGE',
  })
})

test('no text of the client, of its resources or of an error contains the key', async () => {
  const { client } = scripted([{ failure: 'connection' }])
  const error = await failureOf(client.verification.verifyEmail({ email: 'a@example.com' }))
  const texts = [client, client.templates, error].map((each) => `${inspect(each, { depth: 9 })}${JSON.stringify(each)}`)
  expect(texts.filter((text) => text.includes('svc_test'))).toEqual([])
})

test('the client reports status, headers and request id of each successful response', async () => {
  const details: ResponseDetails[] = []
  const { client } = scripted([{ ...success, headers: { etag: '"3"', 'x-request-id': 'req_1' } }])
  await client.templates.get({ id: 'tpl_1' }, { onResponse: (each) => details.push(each) })
  expect(details.map(({ status, headers, requestId }) => [status, headers.get('etag'), requestId])).toEqual([
    [200, '"3"', 'req_1'],
  ])
})

test('options that cannot be used are refused without showing them', () => {
  expect(() => new Svc({ baseUrl: 'ftp://svc.example', apiKey: 'svc_test' })).toThrow(/baseUrl/)
  expect(() => new Svc({ baseUrl: 'https://svc.example', apiKey: 'svc_\ntest' })).toThrow(
    /apiKey must be visible ASCII/,
  )
})

test('a caller aborts a call and a wait between attempts', async () => {
  const { client } = scripted([{ failure: 'timeout' }])
  const reason = new Error('not needed any more')
  expect(await failureOf(client.templates.get({ id: 'a' }, { signal: AbortSignal.abort(reason) }))).toBe(reason)
})
