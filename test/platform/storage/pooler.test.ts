/** PgBouncer in front of Postgres, where it is installed: session mode works, transaction mode is refused with the remedy. */
import { expect, test } from 'bun:test'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StorageError, openStore } from '../../../src/platform/storage/index.ts'
import { cleanUp } from '../../support/clean-up.ts'
import { freePort } from '../../support/free-port.ts'
import { isAvailable } from '../../support/missing.ts'
import { createMigratedDatabase, temporaryDirectory } from '../../support/store.ts'
import { until } from '../../support/until.ts'
import { putSetting, settingKeys } from './rows.ts'

const bouncer = Bun.which('pgbouncer')
const hasBouncer = isAvailable('PgBouncer', bouncer !== null, 'install it (on Debian: apt-get install pgbouncer)')

/** The URL of the database through a pooler of its own. */
async function poolerFor(database: string, mode: 'session' | 'transaction'): Promise<string> {
  const url = new URL(database)
  const port = freePort()
  const folder = temporaryDirectory()
  chmodSync(folder, 0o777)
  const settings = [
    '[databases]',
    `* = host=127.0.0.1 port=${url.port}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'auth_type = any',
    `pool_mode = ${mode}`,
    'unix_socket_dir =',
    'default_pool_size = 30',
  ]
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(file, settings.map((line) => (line.startsWith('* =') ? `${line} user=postgres` : line)).join('\n'))
  // It refuses to run as root.
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  const child = Bun.spawn([bouncer ?? '', file], { ...user, cwd: folder, stdout: 'ignore', stderr: 'pipe' })
  cleanUp(() => child.kill('SIGKILL'))
  let log = ''
  void (async () => {
    for await (const part of child.stderr.pipeThrough(new TextDecoderStream())) log += part
  })()
  await until(
    () => log.includes('process up'),
    () => `PgBouncer: ${log}`,
  )
  url.port = String(port)
  return url.href
}

test.skipIf(!hasBouncer)('a pooler in session mode carries everything', async () => {
  const url = await poolerFor(await createMigratedDatabase(), 'session')
  const store = await openStore({ url, dataDir: temporaryDirectory(), exclusive: true })
  await Promise.all(['a', 'b', 'c', 'd'].map((key) => store.tx((db) => putSetting(db, key))))
  expect(await settingKeys(store)).toEqual(['a', 'b', 'c', 'd'])
  await store.close()
})

test.skipIf(!hasBouncer)('a pooler in transaction mode is refused, which names session mode', async () => {
  const url = await poolerFor(await createMigratedDatabase(), 'transaction')
  const error = await openStore({ url, dataDir: temporaryDirectory(), exclusive: true }).then(
    async (store) => {
      await store.close()
      return new Error('it opened')
    },
    (failure: unknown) => failure as Error,
  )
  expect(error).toBeInstanceOf(StorageError)
  expect(error.message).toContain('works in transaction mode')
  expect(error.message).toContain('pool_mode = session')
})
