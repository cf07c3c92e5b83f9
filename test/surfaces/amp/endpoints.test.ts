/** The URLs of an AMP part, requested over TLS from a real server: CORS in AMP for Email, versions 1 and 2. */
import { beforeAll, expect, test } from 'bun:test'
import { type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { readPart } from '../../../src/email/amp/index.ts'
import type { Send } from '../../../src/platform/net/index.ts'
import { type EndpointResult, probeEndpoints } from '../../../src/surfaces/amp/preflight/checks/endpoints.ts'
import { netOf } from '../../platform/net/receivers.ts'
import { createAuthority } from '../../support/certificates.ts'
import { cleanUp } from '../../support/clean-up.ts'

const sender = 'news@example.test'
const gmail = 'https://mail.google.com'
const json = { 'content-type': 'application/json' }
const two = { 'AMP-Email-Allow-Sender': sender }
const one = { 'Access-Control-Allow-Origin': gmail, 'AMP-Access-Control-Allow-Source-Origin': sender }

/** Status, fields and body of a path; the server sees whether a request is of version 2 by its field. */
const pages: Record<string, (request: IncomingMessage) => [number, Record<string, string>, string]> = {
  '/both': ({ headers }) => [200, { ...json, ...('amp-email-sender' in headers ? two : one) }, '{"items":[]}'],
  '/two': () => [200, { ...json, ...two }, '{"items":[]}'],
  '/one': ({ headers }) => [200, { ...json, ...('amp-email-sender' in headers ? {} : one) }, '{"items":[]}'],
  '/all': () => [200, { ...json, ...one, 'AMP-Email-Allow-Sender': '*' }, '{"items":[]}'],
  '/other': () => [200, { ...json, 'AMP-Email-Allow-Sender': 'other@example.test' }, '{"items":[]}'],
  '/none': () => [200, json, '{"items":[]}'],
  '/html': () => [200, { ...two, ...one }, '<p>'],
  '/moved': () => [302, { ...two, location: '/both' }, ''],
  '/missing': () => [404, { ...json, ...two, ...one }, '{}'],
  // A form may refuse the empty body.
  '/form': ({ method }) => [method === 'POST' ? 400 : 405, { ...json, ...two }, '{}'],
}

const authority = await createAuthority()
const requests: string[] = []
let port = 0
let strangerPort = 0
let send: Send

beforeAll(async () => {
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '', 'https://127.0.0.1')
    const version = request.headers['amp-email-sender'] === sender ? 2 : 1
    const origin =
      version === 2 ? '' : `${String(request.headers.origin)} ${String(url.searchParams.get('__amp_source_origin'))}`
    requests.push(`${String(request.method)} ${url.pathname} ${version} ${origin}`.trim())
    const [status, headers, body] = pages[url.pathname]?.(request) ?? [500, {}, '']
    response.writeHead(status, headers).end(body)
  }
  const listen = async (identity: { key: string; cert: string }) => {
    const server = createServer(identity, answer)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    cleanUp(() => void server.close())
    return (server.address() as AddressInfo).port
  }
  port = await listen(await authority.issue(['127.0.0.1']))
  strangerPort = await listen(await (await createAuthority('Another')).issue(['127.0.0.1']))
  send = netOf({ ca: authority.ca }).send
})

const statesOf = (results: readonly EndpointResult[]) =>
  Object.fromEntries(
    results.map(({ element, message, state, url }) => [
      `${element} ${URL.parse(url)?.pathname ?? url}`,
      [state, message],
    ]),
  )

test('every URL that an AMP part requests is checked by both versions, over TLS', async () => {
  const at = (path: string) => `https://127.0.0.1:${port}${path}`
  const { endpoints } = readPart(`<amp-list src="${at('/both')}"></amp-list><amp-list src="${at('/two')}"></amp-list>
    <amp-state id="s" src="${at('/one')}"></amp-state><amp-autocomplete src="${at('/all')}"></amp-autocomplete>
    <amp-list src="${at('/other')}"></amp-list><amp-list src="${at('/none')}"></amp-list>
    <amp-list src="${at('/html')}"></amp-list><amp-list src="${at('/moved')}"></amp-list>
    <amp-list src="${at('/missing')}"></amp-list><amp-list src="https://127.0.0.1:${strangerPort}/both?stranger"></amp-list>
    <form method="post" action-xhr="${at('/form')}"></form><amp-list src="http://127.0.0.1/plain"></amp-list>`)
  const results = await probeEndpoints(endpoints, { sender, probesForms: true }, send)
  const stranger = results.find(({ url }) => url.endsWith('stranger'))
  expect(stranger).toMatchObject({ state: 'fail', message: expect.stringContaining('certificate') })
  expect(statesOf(results.filter((each) => each !== stranger))).toEqual({
    'amp-list /both': ['pass', 'it allows the sender by both versions.'],
    'amp-list /two': ['warn', 'it allows the sender only by version 2.'],
    'amp-state /one': ['warn', 'it allows the sender only by version 1, which is deprecated.'],
    'amp-autocomplete /all': ['pass', 'it allows the sender by both versions.'],
    'amp-list /other': ['fail', 'AMP-Email-Allow-Sender is other@example.test, not the sender.'],
    'amp-list /none': ['fail', 'the response has no AMP-Email-Allow-Sender.'],
    'amp-list /html': ['fail', 'the response is not JSON.'],
    'amp-list /moved': ['fail', 'it redirects (302), which AMP does not follow.'],
    'amp-list /missing': ['fail', 'the response is 404.'],
    'form /form': ['warn', 'it allows the sender only by version 2.'],
    'amp-list /plain': ['fail', 'the URL is not an absolute https URL.'],
  })
  expect(requests.filter((line) => line.includes('/both')).toSorted()).toEqual([
    `GET /both 1 ${gmail} ${sender}`,
    'GET /both 2',
  ])
  expect(requests.filter((line) => line.includes('/form')).toSorted()).toEqual([
    `POST /form 1 ${gmail} ${sender}`,
    'POST /form 2',
  ])
})

test('forms are not submitted unless that was requested', async () => {
  const before = requests.length
  const { endpoints } = readPart(`<form method="post" action-xhr="https://127.0.0.1:${port}/form"></form>`)
  expect(await probeEndpoints(endpoints, { sender, probesForms: false }, send)).toMatchObject([{ state: 'unmeasured' }])
  expect(requests).toHaveLength(before)
})
