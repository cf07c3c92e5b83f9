/** The document that the build packs is the one that a service describes, under any public URL. */
import { expect, test } from 'bun:test'
import { apiDocument } from '../../scripts/api-document.ts'
import { buildUrl, ofService } from '../../src/app/api-document.ts'

const packed = JSON.stringify(JSON.parse(await apiDocument({ SVC_BASE_URL: buildUrl })))

test.each<[string, Record<string, string>]>([
  ['by default', {}],
  ['under a public URL', { SVC_BASE_URL: 'https://mail.example.com' }],
  ['under a URL that ends with a slash', { SVC_BASE_URL: 'https://mail.example.com/' }],
  ['with other rates, a plan and a demo', { SVC_API_RATE_LIMIT: '5/60', SVC_PLAN: 'free', SVC_DEMO: 'true' }],
])('%s', async (_, environment) => {
  const described = JSON.stringify(JSON.parse(await apiDocument(environment)))
  const [server] = (JSON.parse(described) as { servers: { url: string }[] }).servers
  expect(ofService(packed, server?.url ?? '') === described).toBe(true)
  expect(described).not.toContain(buildUrl)
})
