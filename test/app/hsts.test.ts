import { expect, test } from 'bun:test'
import { startService } from '../support/service.ts'

const urls = { SVC_BASE_URL: 'https://api.example.com', SVC_CDN_URL: 'http://cdn.example.com' }

async function headersAt(environment: Record<string, string>) {
  const service = await startService({ dialect: 'sqlite', environment })
  return async (url: string, init: RequestInit = {}) =>
    (await service.handle(new Request(url, init))).headers.get('strict-transport-security')
}

test('browsers are told to stay on https at a public URL that is https, whatever is answered, and nowhere else', async () => {
  const at = await headersAt(urls)
  const value = 'max-age=15552000'
  // The proxy before it ends TLS.
  for (const path of ['/', '/v1/templates/my', '/healthz', '/nothing/here', '/openapi.json', '/sdk/svc.js'])
    expect([path, await at(`http://api.example.com${path}`)]).toEqual([path, value])
  expect(await at('http://api.example.com/v1/templates', { method: 'OPTIONS' })).toBe(value)
  for (const url of [
    'http://cdn.example.com/',
    'http://localhost:3009/',
    'http://10.0.0.7/',
    'http://api.example.com.evil.test/',
  ])
    expect([url, await at(url)]).toEqual([url, null])
})

test('the time is a setting, and 0 sends no header', async () => {
  expect(await (await headersAt({ ...urls, SVC_HSTS_MAX_AGE: '60' }))('http://api.example.com/')).toBe('max-age=60')
  expect(await (await headersAt({ ...urls, SVC_HSTS_MAX_AGE: '0' }))('http://api.example.com/')).toBeNull()
})

test('a service without https says nothing of it', async () => {
  expect(await (await headersAt({}))('http://localhost:3009/')).toBeNull()
})
