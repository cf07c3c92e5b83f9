import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apiKey } from '../server.ts'

interface Seeded {
  url: string
  setupUrl: string
  dataDir: string
  stop(): Promise<void>
}

const port = 4173

/** A new installation with the demonstration content, and one request that was refused. */
export async function startSeeded(binary: string): Promise<Seeded> {
  const dataDir = mkdtempSync(join(tmpdir(), 'svc-first-hour-'))
  const env = {
    PATH: process.env['PATH'] ?? '',
    SVC_PORT: String(port),
    SVC_DATA_DIR: dataDir,
    SVC_BOOTSTRAP_API_KEY: apiKey,
    SVC_API_RATE_LIMIT: '100000000/60',
    // No resolver: nothing leaves the machine.
    SVC_DNS_SERVERS: '127.0.0.1:9',
    SVC_NET_ALLOW: '127.0.0.0/8',
  }
  const child = Bun.spawn([binary, 'serve'], { env, stdout: 'ignore', stderr: 'ignore' })
  process.on('exit', () => child.kill('SIGKILL'))
  const url = `http://localhost:${port}`
  const call = (path: string) => fetch(url + path, { headers: { 'Svc-Api-Auth': apiKey } }).catch(() => undefined)
  for (let attempt = 0; (await call('/readyz'))?.ok !== true; attempt++) {
    if (attempt > 300 || child.exitCode !== null) throw new Error(`${binary} does not serve ${url}`)
    await Bun.sleep(100)
  }
  const run = (words: string[]) => Bun.spawnSync([binary, ...words], { env, stderr: 'pipe' })
  const seeded = run(['seed', '--demo'])
  if (seeded.exitCode !== 0) throw new Error(seeded.stderr.toString())
  await call('/v1/templates/tpl_00000000000000000000000000')
  const setupUrl = /http\S+setup\?token=\S+/.exec(run(['setup-link']).stdout.toString())?.[0] ?? ''
  return {
    url,
    setupUrl,
    dataDir,
    async stop() {
      child.kill('SIGTERM')
      await child.exited
    },
  }
}
