/**
 * An agent signs in at the executable as people do it: the official client publishes its metadata at a URL, listens on loopback,
 * and a person signs in, consents and disconnects it in a browser.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'bun:test'
import { Client, type OAuthClientProvider, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { Page } from 'playwright-core'
import { accessibilityFaults } from '../support/accessibility.ts'
import { createAuthority } from '../support/certificates.ts'
import { cleanUp } from '../support/clean-up.ts'
import { temporaryDirectory } from '../support/store.ts'
import { type Running, startBinary } from './binary.ts'
import { openBrowser } from './browser.ts'

const password = 'four unrelated words here'

describe('an agent signs in by URL, on the executable', () => {
  let service: Running
  let person: Page
  let metadataUrl = ''
  const complaints: string[] = []

  beforeAll(async () => {
    const authority = await createAuthority()
    const caFile = join(temporaryDirectory(), 'ca.pem')
    writeFileSync(caFile, authority.ca)
    const host = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      tls: await authority.issue(['localhost']),
      fetch: () =>
        Response.json({
          client_id: metadataUrl,
          client_name: 'Desk agent',
          redirect_uris: ['http://127.0.0.1/callback'],
          token_endpoint_auth_method: 'none',
        }),
    })
    cleanUp(() => host.stop(true))
    metadataUrl = `https://localhost:${host.port}/client.json`
    service = await startBinary({ environment: { SVC_NET_ALLOW: '127.0.0.1', NODE_EXTRA_CA_CERTS: caFile } })
    person = await (await (await openBrowser()).newContext()).newPage()
    person.setDefaultTimeout(20_000)
    person.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())))
    await person.goto(service.setupUrl ?? '')
    await person.fill('#name', 'Ada Lovelace')
    await person.fill('#email', 'ada@example.com')
    await person.fill('#password', password)
    await person.press('#password', 'Enter')
    await person.waitForURL(`${service.url}/`)
    // The console would go to the sign-in by itself.
    await person.goto('about:blank')
    await person.context().clearCookies()
  })

  test('a person signs in, consents by keyboard and disconnects the agent', async () => {
    const back = Promise.withResolvers<URLSearchParams>()
    const listener = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch(request) {
        const { pathname, searchParams } = new URL(request.url)
        if (pathname === '/callback') back.resolve(searchParams)
        return new Response('You may close this page.')
      },
    })
    cleanUp(() => listener.stop(true))
    const opened = Promise.withResolvers<URL>()
    const stored = new Map<string, never>()
    const redirectUrl = `http://127.0.0.1:${listener.port}/callback`
    const authProvider: OAuthClientProvider = {
      redirectUrl,
      clientMetadataUrl: metadataUrl,
      clientMetadata: { client_name: 'Desk agent', redirect_uris: [redirectUrl] },
      state: () => 'state',
      clientInformation: () => stored.get('client'),
      saveClientInformation: (client) => void stored.set('client', client as never),
      tokens: () => stored.get('tokens'),
      saveTokens: (tokens) => void stored.set('tokens', tokens as never),
      saveCodeVerifier: (text) => void stored.set('verifier', text as never),
      codeVerifier: () => stored.get('verifier') ?? '',
      saveDiscoveryState: (state) => void stored.set('discovery', state as never),
      discoveryState: () => stored.get('discovery'),
      redirectToAuthorization: (url) => opened.resolve(url),
    }
    const open = () => new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), { authProvider })
    const client = new Client({ name: 'desk', version: '1' })
    const first = open()
    await client.connect(first).catch(() => undefined)

    await person.goto((await opened.promise).href)
    await person.fill('#email', 'ada@example.com')
    await person.fill('#password', password)
    await person.press('#password', 'Enter')
    await person.getByRole('heading', { name: 'Connect Desk agent?' }).waitFor()
    await check('consent')
    await person.getByLabel('Manage senders of AMP emails').press('Space')
    await person.getByRole('button', { name: 'Connect' }).press('Enter')
    await first.finishAuth(await back.promise)
    expect(stored.get('client')).toMatchObject({ client_id: metadataUrl })

    const connected = new Client({ name: 'desk', version: '1' })
    await connected.connect(open())
    const { structuredContent } = await connected.callTool({ name: 'check_credits', arguments: {} })
    expect(structuredContent).toHaveProperty('plan')

    await person.goto(`${service.url}/account/apps`)
    const row = person.getByRole('row', { name: /Desk agent/ })
    expect(await row.textContent()).not.toContain('AMP')
    await row.getByRole('button').press('Enter')
    await person.getByText('Its access has ended.').waitFor()
    expect(
      await connected.listTools({}).then(
        () => 'listed',
        () => 'refused',
      ),
    ).toBe('refused')
    await connected.close()
    expect(complaints).toEqual([])
  })

  /** Looks at a page in both schemes, both directions and two widths. */
  async function check(name: string): Promise<void> {
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [375, 1280]) {
        await person.setViewportSize({ width, height: 900 })
        await person.emulateMedia({ colorScheme })
        expect(await accessibilityFaults(person)).toEqual([])
        for (const direction of ['rtl', 'ltr']) {
          await person.evaluate(`document.documentElement.dir = '${direction}'`)
          expect(await person.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
          const folder = process.env['SVC_TEST_SHOTS']
          if (folder !== undefined)
            await person.screenshot({
              path: `${folder}/${name}-${width}-${colorScheme}-${direction}.png`,
              fullPage: true,
            })
        }
      }
  }
})
