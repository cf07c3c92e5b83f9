/** A disk that fills while an archive is written: nothing of it stays, and the next one is made. */
import { expect, test } from 'bun:test'
import { mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Export } from '../../src/surfaces/exports/contract.ts'
import { cleanUp } from '../support/clean-up.ts'
import { startServer } from '../support/server.ts'
import { temporaryDirectory } from '../support/store.ts'
import { until } from '../support/until.ts'

const canMount = process.platform === 'linux' && process.getuid?.() === 0
const templates = 150

test.if(canMount)(
  'an archive that does not fit on the disk leaves no file, and is created once there is space',
  async () => {
    const mount = join(temporaryDirectory(), 'small')
    mkdirSync(mount)
    const mounted = Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', mount])
    if (mounted.exitCode !== 0) return console.warn('skipped: this machine may not mount a tmpfs')
    cleanUp(() => Bun.spawnSync(['umount', '-l', mount]))
    const server = await startServer(join(mount, 'data'))
    cleanUp(() => server.kill('SIGKILL'))

    const image = { type: 'image', src: '/cdn/starters/welcome-table.jpg', alt: 'Table' }
    const ids: string[] = []
    for (let at = 0; at < templates; at++) {
      const document = { meta: { title: `T${at}` }, rows: [{ type: 'section', columns: [{ blocks: [image] }] }] }
      const made = await server.call('POST', '/v1/templates', { name: `T${at}`, type: 'other', document })
      ids.push(((await made.json()) as { id: string }).id)
    }
    const order = async () => {
      const answer = await server.call('POST', '/v1/export', { template_ids: ids, format: 'zip' })
      expect(answer.status).toBe(202)
      return (await answer.json()) as Export
    }
    const get = async ({ id }: Export) => (await (await server.call('GET', `/v1/export/${id}`)).json()) as Export
    const stored = () => [...new Bun.Glob('exports/**/*').scanSync(join(mount, 'data/blobs'))]
    const freeBytes = () => statfsSync(mount).bavail * statfsSync(mount).bsize

    const first = await order()
    await until(async () => (await get(first)).status === 'completed', 'the first archive')
    const size = (await get(first)).files[0]?.bytes ?? 0
    expect((await server.call('DELETE', `/v1/export/${first.id}`)).status).toBe(204)

    // Space for half of it.
    const ballast = join(mount, 'ballast')
    writeFileSync(ballast, new Uint8Array(Math.max(0, freeBytes() - Math.floor(size / 2))))
    const second = await order()
    await until(() => freeBytes() < size / 8, 'the disk to be full')
    await until(() => freeBytes() > size / 4, 'what was written to be gone')
    expect(stored()).toEqual([])
    rmSync(ballast)
    await until(async () => (await get(second)).status === 'completed', 'the archive once there is room')
    expect(stored().map((path) => path.split('/')[1])).toEqual([second.id])
    expect(readdirSync(join(mount, 'data/blobs/.incoming'))).toEqual([])
  },
)
