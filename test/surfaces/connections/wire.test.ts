/** What the guarded client could not do, as a failure of a push. */
import { expect, test } from 'bun:test'
import { PushFailure, adapters } from '../../../src/email/push/index.ts'
import { OutboundError, type OutboundFailure, type OutboundRequest } from '../../../src/platform/net/index.ts'
import { openApi } from '../../../src/surfaces/connections/pushing/wire.ts'

const account = { credentials: { api_key: 'abc-us21' }, settings: {} }
const mailchimp = adapters.get('mailchimp')

const rows: [failure: OutboundFailure, kind: string, isUncertain: boolean, isTransient: boolean][] = [
  ['timeout', 'unreachable', true, true],
  ['protocol', 'unreachable', true, true],
  ['dns', 'unreachable', false, true],
  ['connect', 'unreachable', false, true],
  ['tls', 'unreachable', false, true],
  ['too_large', 'garbled', true, false],
  ['invalid_url', 'blocked', false, false],
  ['blocked_address', 'blocked', false, false],
]

test.each(rows)('%s is %s; uncertain: %p, passing: %p', async (failure, kind, isUncertain, isTransient) => {
  if (mailchimp === undefined) throw new Error('There is no adapter.')
  const asked: OutboundRequest[] = []
  const send = (request: OutboundRequest) => {
    asked.push(request)
    return Promise.reject(new OutboundError(failure, 'It is so.'))
  }
  const api = openApi(mailchimp, account, { send, baseUrl: null })
  const error: unknown = await api.post('/templates', { json: {} }).catch((reason: unknown) => reason)
  if (!(error instanceof PushFailure)) throw new Error('It did not fail as it should.')
  expect({ kind: error.kind as string, isUncertain: error.isUncertain, isTransient: error.isTransient }).toEqual({
    kind,
    isUncertain,
    isTransient,
  })
  expect(asked).toMatchObject([{ url: 'https://us21.api.mailchimp.com/3.0/templates', timeoutMs: 30_000 }])
  expect(asked[0]?.redirects).toBeUndefined()
})
