/** A client that openapi-typescript generates from the contract, under its own defaults, against the running service. */
import { beforeAll, expect, test } from 'bun:test'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { apiDocument } from '../../scripts/api-document.ts'
import { startDnsServer } from '../support/dns-server.ts'
import { serverKey, startServer } from '../support/server.ts'
import { temporaryDirectory } from '../support/store.ts'

const root = join(import.meta.dir, '../..')
const folder = temporaryDirectory()

async function run(command: string[], env: Record<string, string> = {}): Promise<string> {
  const child = Bun.spawn(command, { cwd: folder, stdout: 'pipe', stderr: 'pipe', env: { ...process.env, ...env } })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  if ((await child.exited) !== 0) throw new Error(out + err)
  return out
}

beforeAll(async () => {
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  await Bun.write(join(folder, 'openapi.json'), await apiDocument())
  await run([process.execPath, join(root, 'test/support/generators/openapi-typescript.ts'), 'openapi.json', 'api.d.ts'])
  const scenario = Bun.file(join(root, 'test/fixtures/clients/scenario.ts.txt'))
  await Bun.write(join(folder, 'scenario.ts'), scenario)
  const guide = await Bun.file(join(root, 'docs/document.md')).text()
  const [, example = ''] = /```json\n([^]*?)\n```/.exec(guide) ?? []
  await Bun.write(
    join(folder, 'guide.ts'),
    `import type { components } from './api'\nexport const document: components['schemas']['EmailDocumentInput'] = ${example}\n`,
  )
})

const strict =
  '--ignoreConfig --noEmit --strict --skipLibCheck --target es2022 --lib es2022,dom,dom.iterable --module esnext --moduleResolution bundler --types bun-types'

test.each(['scenario.ts', 'guide.ts'])('%s compiles', async (program) => {
  expect(await run([join(root, 'node_modules/.bin/tsc'), ...strict.split(' '), program])).toBe('')
})

test('calls do what they promise', async () => {
  const dns = await startDnsServer(() => ({ rcode: 'NXDOMAIN', soa: 60 }))
  const receiver = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() })
  const service = await startServer(temporaryDirectory(), {
    SVC_DNS_SERVERS: `127.0.0.1:${dns.port}`,
    SVC_NET_ALLOW: '127.0.0.0/8',
  })
  const env = { SVC_URL: service.url, SVC_KEY: serverKey, HOOK_URL: receiver.url.href }
  const report = JSON.parse(await run([process.execPath, 'scenario.ts'], env)) as { calls: number }
  expect(report).toMatchObject({
    reachable: expect.stringMatching(/^(safe|risky|invalid|unknown)$/),
    found: 1,
    plan: 'enterprise',
  })
  // How often the export is polled depends on the machine.
  expect(report.calls).toBeGreaterThanOrEqual(30)
  await receiver.stop(true)
})
