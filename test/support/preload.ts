/** Runs before every test file: nothing but loopback may be reached, and the environment says so. */
import { afterAll, afterEach, beforeEach } from 'bun:test'
import { runCleanUps } from './clean-up.ts'
import { closedDnsServer } from './closed-dns-server.ts'
import { pinFonts } from './fonts.ts'
import { noteProgress } from './progress.ts'

process.env.NODE_ENV = 'test'
process.env.FONTCONFIG_FILE = pinFonts()
// Of the processes that tests start.
process.env.SVC_DNS_SERVERS ??= closedDnsServer

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?|)$/

function assertLoopback(host: string): void {
  if (!loopback.test(host)) throw new Error(`Tests reach nothing beyond loopback, but this one asked for ${host}.`)
}

const realFetch = globalThis.fetch
globalThis.fetch = Object.assign(
  async (...[input, init]: Parameters<typeof fetch>) => {
    const url = new URL(input instanceof Request ? input.url : String(input))
    if (url.protocol === 'http:' || url.protocol === 'https:') assertLoopback(url.hostname)
    return realFetch(input, init)
  },
  { preconnect: realFetch.preconnect },
)

const realConnect = Bun.connect
Bun.connect = (async (options: Parameters<typeof Bun.connect>[0]) => {
  if ('hostname' in options) assertLoopback(String(options.hostname))
  return realConnect(options as never)
}) as typeof Bun.connect

noteProgress(true)
beforeEach(() => noteProgress(true))
afterEach(() => noteProgress(true))
afterAll(async () => {
  await runCleanUps()
  noteProgress(false)
})
