/** A disk that is full in the middle of an upload: it says so, nothing is half-stored, and images are still answered. */
import { expect, test } from 'bun:test'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bytesOf, photo } from '../email/image/images.ts'
import { cleanUp } from '../support/clean-up.ts'
import { serverKey, startServer } from '../support/server.ts'
import { temporaryDirectory } from '../support/store.ts'

const canMount = process.platform === 'linux' && process.getuid?.() === 0

test.if(canMount)(
  'an upload to a full disk is rejected with 507, leaves no file, and works again once there is space',
  async () => {
    const mount = join(temporaryDirectory(), 'small')
    mkdirSync(mount)
    const mounted = Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', mount])
    if (mounted.exitCode !== 0) return console.warn('skipped: this machine may not mount a tmpfs')
    cleanUp(() => Bun.spawnSync(['umount', '-l', mount]))
    const dataDir = join(mount, 'data')
    const server = await startServer(dataDir)
    cleanUp(() => server.kill('SIGKILL'))
    const upload = (bytes: Uint8Array, name: string) => {
      const form = new FormData()
      form.append('file', new File([bytes.slice()], name))
      return fetch(`${server.url}/v1/assets`, { method: 'POST', headers: { 'svc-api-auth': serverKey }, body: form })
    }
    const first = (await (await upload(await bytesOf(photo(300, 200).jpeg()), 'first.jpg')).json()) as { id: string }

    const large = new Uint8Array(9_000_000).fill(0x61)
    writeFileSync(join(mount, 'ballast'), new Uint8Array(9_000_000))
    const refused = await upload(large, 'large.txt')
    expect(refused.status).toBe(507)
    expect(await refused.json()).toMatchObject({ code: 'STORAGE_FULL', is_recoverable: true })
    expect(readdirSync(join(dataDir, 'blobs/.incoming'))).toEqual([])
    expect(readdirSync(join(dataDir, 'blobs/assets'))).toEqual([first.id])
    expect(await (await server.call('GET', '/v1/assets/usage')).json()).toMatchObject({ count: 1 })

    // There is no space to keep what is made, and it is answered all the same.
    for (let size = 4_000_000; size >= 4096; size = Math.floor(size / 2)) fill(join(mount, `more-${size}`), size)
    expect((await fetch(`${server.url}/cdn/${first.id}/first.jpg?w=100`)).status).toBe(200)

    for (const name of readdirSync(mount)) if (name !== 'data') rmSync(join(mount, name))
    expect((await upload(large, 'large.txt')).status).toBe(201)
  },
)

function fill(file: string, size: number): void {
  try {
    writeFileSync(file, new Uint8Array(size))
  } catch {
    // The disk is full, as it should be; a part of the file stays.
  }
}
