/**
 * `bun scripts/contract/schemathesis.ts [sqlite|postgres] [FLAGS]` has Schemathesis call every operation of the published
 * document: valid and invalid requests, and chains of requests. Flags of `schemathesis run` replace the phases, such as
 * `--phases=stateful` or `--include-operation-id=templates.create`. `--chains` walks the links of the document, one kind of
 * resource after the other: a run over all of them ends before it has been deep in any. The first run installs it over the network. The exit code
 * is 1 if it finds anything that schemathesis-hooks.py does not explain; with SVC_EXPLAINED, a file, what it explains is
 * written there. All operations take about an hour.
 */
import { join } from 'node:path'
import { startDnsServer } from '../../test/support/dns-server.ts'
import { createDatabase } from '../../test/support/postgres.ts'
import { serverKey, startServer } from '../../test/support/server.ts'
import { temporaryDirectory } from '../../test/support/store.ts'
import { report } from '../report.ts'
import { isBuildStale } from '../stale-build.ts'
import { type Installation, install, isInstalled, toolsOf } from './generators.ts'

const version = '4.32.5'
const schemathesis: Installation = {
  name: `schemathesis ${version}`,
  install: [
    ['python3', '-m', 'venv', 'python'],
    ['python/bin/pip', 'install', '--quiet', `schemathesis==${version}`],
  ],
}

// Source is compiled at the first call, for a second of processor time; on a loaded machine the watchdog then ends the service.
if (isBuildStale()) await import('../build.ts')
const [dialect = 'sqlite', ...flags] = process.argv.slice(2)
if (!isInstalled(schemathesis)) await install(schemathesis)
const dns = await startDnsServer(() => ({ rcode: 'NXDOMAIN', soa: 60 }))
const unlimited = '1000000/60'
const server = await startServer(temporaryDirectory(), {
  SVC_DNS_SERVERS: `127.0.0.1:${dns.port}`,
  // Each request names another client, because wrong keys are counted by IP address.
  SVC_TRUSTED_PROXIES: '127.0.0.1/32',
  SVC_PLUGIN_RATE_LIMIT: unlimited,
  SVC_CDN_RATE_LIMIT: unlimited,
  ...(dialect === 'postgres' ? { SVC_DATABASE_URL: await createDatabase() } : {}),
})
const { project } = (await (await server.call('GET', '/v1/projects/me')).json()) as {
  project: { id: string; plugin_id: string }
}
const rotated = await server.call('POST', `/v1/projects/${project.id}/credentials/rotate`, {})
const { secret_key: secretKey } = (await rotated.json()) as { secret_key: string }

const settings =
  '--continue-on-failure --generation-database none --request-timeout 60 --generation-allow-x00 false'.split(' ')
const phases = '--phases examples,coverage,stateful --max-examples 20'.split(' ')
const chains = '--phases=stateful --max-examples'.split(' ')
const runs =
  flags[0] === '--chains'
    ? (await resources()).map((name) => [...chains, flags[1] ?? '30', `--include-path-regex=^/v1/(${name}|jobs)(/|$)`])
    : [flags.length > 0 ? flags : phases]
for (const run of runs) if ((await callOperations(run)) !== 0) process.exitCode = 1
await server.kill('SIGTERM')
if (server.errors() !== '') {
  report(`The log of the service has errors:\n${server.errors()}`)
  process.exitCode = 1
}
process.exit()

/** First segments of the paths whose responses link to other operations. */
async function resources(): Promise<string[]> {
  const { paths } = (await (await fetch(`${server.url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { responses: Record<string, { links?: object }> }>>
  }
  const linking = Object.entries(paths).filter(([, methods]) =>
    Object.values(methods).some(({ responses }) => Object.values(responses).some(({ links }) => links !== undefined)),
  )
  return [...new Set(linking.map(([path]) => path.split('/')[2] ?? ''))]
}

async function callOperations(more: readonly string[]): Promise<number> {
  const child = Bun.spawn(
    [
      join(toolsOf(schemathesis), 'python/bin/schemathesis'),
      `--config-file=${join(import.meta.dir, 'schemathesis.toml')}`,
      'run',
      `${server.url}/openapi.json`,
      `--url=${server.url}`,
      ...settings,
      ...more,
    ],
    {
      cwd: temporaryDirectory(),
      stdio: ['ignore', 'inherit', 'inherit'],
      env: {
        ...process.env,
        SVC_URL: server.url,
        SVC_KEY: serverKey,
        SVC_PLUGIN_ID: project.plugin_id,
        SVC_SECRET_KEY: secretKey,
        SCHEMATHESIS_HOOKS: join(import.meta.dir, 'schemathesis-hooks.py'),
      },
    },
  )
  return child.exited
}
