/** Home pages and registries, asked once a day and never waited for in vain. */
import { expect, test } from 'bun:test'
import type { Send } from '../../../src/platform/net/index.ts'
import { OutboundError } from '../../../src/platform/net/index.ts'
import { createDomainSources } from '../../../src/surfaces/verification/domain-sources/index.ts'

const bootstrap = JSON.stringify({ services: [[['test'], ['https://rdap.test/']]] })
const domain = JSON.stringify({
  objectClassName: 'domain',
  events: [{ eventAction: 'registration', eventDate: '2001-02-03T04:05:06Z' }],
})
const pages: Record<string, string> = {
  'https://a.test/': '<meta property="og:site_name" content="Ito">',
  'https://data.iana.org/rdap/dns.json': bootstrap,
  'https://rdap.test/domain/a.test': domain,
}

function world(answers: Record<string, string>) {
  const asked: string[] = []
  let nowMs = 0
  const send: Send = async ({ url }) => {
    asked.push(url)
    const text = answers[url]
    if (text === undefined) throw new OutboundError('dns', 'Nobody is there.')
    const body = new TextEncoder().encode(text)
    return { status: 200, headers: {}, body, isCut: false, url, address: '192.0.2.1' }
  }
  return { asked, domainSources: createDomainSources(send, () => nowMs), pass: (ms: number) => void (nowMs += ms) }
}

test('they are asked once, however many want to know, and again the next day', async () => {
  const { asked, domainSources, pass } = world(pages)
  const both = () => Promise.all([domainSources.siteName('a.test'), domainSources.registration('a.test')])
  const [[page, registry]] = await Promise.all([both(), both()])
  expect(page).toEqual({ reached: true, value: 'Ito' })
  expect(registry).toEqual({ reached: true, value: { registeredAt: Date.UTC(2001, 1, 3, 4, 5, 6) } })
  expect(asked.length).toBe(3)
  await both()
  expect(asked.length).toBe(3)
  pass(86_400_000)
  await both()
  expect(asked.length).toBe(6)
})

test('who cannot be reached is tried again after minutes, not at every call', async () => {
  const { asked, domainSources, pass } = world({})
  const ask = () => domainSources.registration('a.test')
  expect(await ask()).toEqual({ reached: false })
  await ask()
  expect(asked.length).toBe(1)
  pass(600_000)
  await ask()
  expect(asked.length).toBe(2)
})

test('a top-level domain without a server is one that nothing is known of', async () => {
  const { domainSources } = world(pages)
  expect(await domainSources.registration('a.example')).toEqual({ reached: true })
})
