/** A full disk: writing says so, reading goes on, and writing works again once there is room. */
import { expect, test } from 'bun:test'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cleanUp } from '../support/clean-up.ts'
import { startServer } from '../support/server.ts'
import { temporaryDirectory } from '../support/store.ts'

const canMount = process.platform === 'linux' && process.getuid?.() === 0

test.if(canMount)('a full disk refuses writes with 507, answers reads, and recovers without a restart', async () => {
  const mount = join(temporaryDirectory(), 'small')
  mkdirSync(mount)
  const mounted = Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', 'size=12m', 'tmpfs', mount])
  if (mounted.exitCode !== 0) return console.warn('skipped: this machine may not mount a tmpfs')
  cleanUp(() => Bun.spawnSync(['umount', '-l', mount]))

  const server = await startServer(join(mount, 'data'))
  cleanUp(() => server.kill('SIGKILL'))
  const first = (await (await server.call('POST', '/v1/templates', { name: 'First', type: 'other' })).json()) as {
    id: string
  }

  const ballast = join(mount, 'ballast')
  for (let size = 16 * 1024 * 1024; size >= 4096; size = Math.floor(size / 2)) fill(`${ballast}-${size}`, size)
  const body = { name: 'Too much', type: 'other', document: { meta: { title: 'x'.repeat(900) }, rows: bulk(400) } }
  const refused = await server.call('POST', '/v1/templates', body)
  expect(refused.status).toBe(507)
  expect(await refused.json()).toMatchObject({ code: 'STORAGE_FULL', is_recoverable: true })

  expect((await server.call('GET', `/v1/templates/${first.id}`)).status).toBe(200)
  expect((await server.call('GET', '/v1/templates/my')).status).toBe(200)

  for (let size = 16 * 1024 * 1024; size >= 4096; size = Math.floor(size / 2))
    rmSync(`${ballast}-${size}`, { force: true })
  expect((await server.call('POST', '/v1/templates', body)).status).toBe(201)
})

function fill(file: string, size: number): void {
  try {
    writeFileSync(file, new Uint8Array(size))
  } catch {
    // The disk is full, as it should be; a part of the file stays.
  }
}

function bulk(blocks: number) {
  const text = 'Words that fill a page. '.repeat(20)
  return [
    {
      type: 'section',
      columns: [{ type: 'column', blocks: Array.from({ length: blocks }, () => ({ type: 'text', text })) }],
    },
  ]
}
