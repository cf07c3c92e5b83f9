/** Clients in other languages, generated from the contract by generators of others, against the running service. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { cpSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { apiDocument } from '../../scripts/api-document.ts'
import { clientGenerators, isInstalled, run, toolsOf } from '../../scripts/contract/generators.ts'
import { startDnsServer } from '../support/dns-server.ts'
import { isAvailable } from '../support/missing.ts'
import { serverKey, startServer } from '../support/server.ts'
import { temporaryDirectory } from '../support/store.ts'

const root = join(import.meta.dir, '../..')
const remedy = 'bun scripts/contract/clients.ts installs it where its language is.'

for (const generator of clientGenerators.filter(
  ({ isInEveryRun }) => isInEveryRun || process.env['GENERATED_CLIENTS'] === 'all',
))
  describe.if(isAvailable(generator.name, isInstalled(generator), remedy))(generator.name, () => {
    const folder = temporaryDirectory()
    const inTools = (command: readonly string[]) => command.map((word) => word.replace('{tools}', toolsOf(generator)))
    // What is installed is all that is needed.
    const path = `${join(toolsOf(generator), 'python/bin')}:${process.env['PATH'] ?? ''}`
    const offline = { GOPROXY: 'off', GOFLAGS: '-mod=mod', PATH: path }

    beforeAll(async () => {
      symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
      const { fixture, file } = generator.scenario
      cpSync(join(root, 'test/fixtures/clients', fixture), join(folder, file))
      await Bun.write(join(folder, 'openapi.json'), await apiDocument())
      for (const [name, text] of Object.entries(generator.files)) await Bun.write(join(folder, name), text)
    })

    test('generates a client that passes the checks of its language', async () => {
      for (const command of generator.build) await run(inTools(command), folder, offline)
    }, 600_000)

    test('has every operation', async () => {
      const { paths } = JSON.parse(await apiDocument()) as {
        paths: Record<string, Record<string, { operationId: string }>>
      }
      const ids = Object.values(paths).flatMap((methods) =>
        Object.values(methods).map(({ operationId }) => operationId),
      )
      const sources = new Bun.Glob('client/**/*.{py,go,ts}').scan({ cwd: folder })
      const texts = await Array.fromAsync(
        sources,
        async (file) => `${file}\n${await Bun.file(join(folder, file)).text()}`,
      )
      const written = texts.join('\n').toLowerCase().replaceAll('_', '')
      expect(ids.filter((id) => !written.includes(id.toLowerCase().replace('.', '')))).toEqual([])
    })

    test('calls do what they promise', async () => {
      const dns = await startDnsServer(() => ({ rcode: 'NXDOMAIN', soa: 60 }))
      const receiver = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() })
      const service = await startServer(temporaryDirectory(), {
        SVC_DNS_SERVERS: `127.0.0.1:${dns.port}`,
        SVC_NET_ALLOW: '127.0.0.0/8',
      })
      const env = { SVC_URL: service.url, SVC_KEY: serverKey, HOOK_URL: receiver.url.href }
      // How often the export is polled depends on the machine.
      expect(Number(await run(inTools(generator.run), folder, env))).toBeGreaterThanOrEqual(30)
      await receiver.stop(true)
    })
  })
