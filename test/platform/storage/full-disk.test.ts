import { afterAll, expect, test } from 'bun:test'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { openBlobs } from '../../../src/platform/blobs/index.ts'
import { type Store, migrate, openStore, storageFailure } from '../../../src/platform/storage/index.ts'
import { isAvailable } from '../../support/missing.ts'
import { temporaryDirectory } from '../../support/store.ts'
import { putSetting, settingKeys } from './rows.ts'

const disk = temporaryDirectory()
const isRoot = process.platform === 'linux' && process.getuid?.() === 0
const mounted = isRoot && Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', disk]).exitCode === 0
isAvailable('A small disk', mounted, 'run as root on Linux, which may mount a tmpfs')
afterAll(() => {
  if (mounted) Bun.spawnSync(['umount', disk])
})

const filler = join(disk, 'filler')

/** Takes all the space that is left. */
function fill(): void {
  for (let bytes = 4 << 20; bytes >= 1024; bytes /= 2) {
    try {
      for (;;) writeFileSync(filler, Buffer.alloc(bytes), { flag: 'a' })
    } catch {
      // Smaller pieces may still fit.
    }
  }
}

test.skipIf(!mounted)('on a full disk writes fail clearly, reads go on, and space alone heals it', async () => {
  const store: Store = await openStore({ dataDir: join(disk, 'data'), exclusive: true })
  await migrate(store)
  await store.tx((db) => putSetting(db, 'before'))
  fill()

  // Many at once, so that some share a COMMIT: whatever was promised is there, whatever failed is not.
  const keys = Array.from({ length: 60 }, (_, index) => `k${index}`)
  const results = await Promise.allSettled(
    keys.map((key) => store.tx((db) => putSetting(db, key, 'x'.repeat(100_000)))),
  )
  const kinds = results.flatMap((result) => (result.status === 'rejected' ? [storageFailure(result.reason).kind] : []))
  expect(kinds.length).toBeGreaterThan(0)
  expect(new Set(kinds)).toEqual(new Set(['full']))
  const promised = keys.filter((_, index) => results[index]?.status === 'fulfilled')
  expect(new Set(await settingKeys(store))).toEqual(new Set(['before', ...promised]))

  await store.ping()
  const { settings } = store.read.tables
  const remove = await store
    .tx((db) => db.delete(settings))
    .then(
      () => 'done',
      (error) => storageFailure(error).kind,
    )
  expect(['done', 'full']).toContain(remove)
  const blob = await openBlobs(join(disk, 'blobs'))
    .put('a', new Uint8Array(100_000))
    .catch((error) => storageFailure(error).kind)
  expect(blob).toBe('full')

  rmSync(filler)
  await store.tx((db) => putSetting(db, 'after', 'x'.repeat(100_000)))
  expect(await settingKeys(store)).toContain('after')
  await openBlobs(join(disk, 'blobs')).put('a', new Uint8Array(100_000))
  expect(await store.read.rows(sql`pragma integrity_check`)).toEqual([{ integrity_check: 'ok' }])
  await store.close()
})
