import { expect, test } from 'bun:test'
import { limits } from '../../../src/kernel/limits.ts'
import { type Blobs, openBlobs } from '../../../src/platform/blobs/index.ts'
import { purgeAssets } from '../../../src/surfaces/assets/index.ts'
import { openTestStore, temporaryDirectory } from '../../support/store.ts'

const young = 'ast_7zz0000000zzzzzzzzzzzzzzzz'

test('of what was made of assets the oldest goes once all replicas together have kept too much', async () => {
  const blobs = openBlobs(temporaryDirectory())
  const third = Math.ceil(limits.variantBytes / 3)
  for (const name of ['a', 'b', 'c', 'd']) await blobs.put(`variants/${young}/${name}`, new Uint8Array(1))
  // As if each were a third of the room, from the first to the last.
  const heavy: Blobs = Object.assign(Object.create(blobs) as Blobs, {
    list: async (...given: Parameters<Blobs['list']>) =>
      (await blobs.list(...given)).map((entry) => ({
        ...entry,
        sizeBytes: third,
        storedAtMs: entry.key.charCodeAt(entry.key.length - 1),
      })),
    put: blobs.put.bind(blobs),
    delete: blobs.delete.bind(blobs),
  })
  const store = await openTestStore('sqlite')
  const round = { nowMs: Date.now(), signal: new AbortController().signal }
  expect(await purgeAssets({ store, blobs: heavy }, round)).toBe(2)
  expect((await blobs.list('variants/')).map(({ key }) => key.at(-1))).toEqual(['c', 'd'])
})
