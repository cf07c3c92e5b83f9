import { describe, expect, test } from 'bun:test'
import { openBlobs } from '../../../src/platform/blobs/index.ts'
import { createLog } from '../../../src/platform/log/index.ts'
import { createVariants } from '../../../src/surfaces/delivery/images/variants.ts'
import { startS3 } from '../../support/s3-server.ts'
import { temporaryDirectory } from '../../support/store.ts'
import { until } from '../../support/until.ts'

const log = createLog('error')
const make = (size: number) => async () => new Uint8Array(size)
const partitionsOf = async () => new Map<string, string>()
const asked = (key: string, size = 1, partition = 'p') => ({ key, partition, make: make(size) })

describe('variants', () => {
  test('are made once, however many ask at the same time', async () => {
    const variants = createVariants({ blobs: openBlobs(temporaryDirectory()), log, prefix: 'v/', partitionsOf })
    let made = 0
    let admitted = 0
    const request = {
      ...asked('a'),
      admit: () => void admitted++,
      make: async () => {
        made++
        await Promise.resolve()
        return new Uint8Array(9)
      },
    }
    const all = await Promise.all(Array.from({ length: 100 }, () => variants.get(request)))
    expect([made, new Set(all).size]).toEqual([1, 1])
    await variants.get(request)
    expect([made, admitted]).toEqual([1, 1])
  })

  test('are not made for a request that is not admitted; others get them all the same', async () => {
    const variants = createVariants({ blobs: openBlobs(temporaryDirectory()), log, prefix: 'v/', partitionsOf })
    const refused = {
      ...asked('a', 9),
      admit: () => {
        throw new Error('too many')
      },
    }
    const all = await Promise.allSettled([variants.get(refused), variants.get(asked('a', 9)), variants.get(refused)])
    expect(all.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
    expect(await variants.get(refused)).toHaveLength(9)
  })

  test('are given up when every request for them is gone, and not before', async () => {
    const variants = createVariants({ blobs: openBlobs(temporaryDirectory()), log, prefix: 'v/', partitionsOf })
    const [first, second] = [new AbortController(), new AbortController()]
    let given: AbortSignal | undefined
    const request = (signal: AbortSignal) => ({
      ...asked('a'),
      context: { signal },
      make: (all: AbortSignal) => {
        given = all
        return new Promise<Uint8Array>(() => undefined)
      },
    })
    const waiting = [variants.get(request(first.signal)), variants.get(request(second.signal))]
    const ends = Promise.allSettled(waiting)
    await until(() => given !== undefined, 'the work')
    first.abort(new Error('gone'))
    await waiting[0]?.catch(() => undefined)
    expect(given?.aborted).toBe(false)
    second.abort(new Error('gone'))
    await ends
    expect(given?.aborted).toBe(true)
    expect(await variants.get(asked('a', 4))).toHaveLength(4)
  })

  test('outlive the process, and a failure is not kept', async () => {
    const blobs = openBlobs(temporaryDirectory())
    const first = createVariants({ blobs, log, prefix: 'v/', partitionsOf })
    await expect(first.get({ ...asked('a'), make: () => Promise.reject(new Error('no')) })).rejects.toThrow('no')
    await first.get(asked('a', 7))
    const second = createVariants({ blobs, log, prefix: 'v/', partitionsOf })
    expect(await second.get({ ...asked('a'), make: () => Promise.reject(new Error('made again')) })).toHaveLength(7)
  })

  test('take no more room than they may, in blobs and in memory; what was asked for lately stays', async () => {
    const blobs = openBlobs(temporaryDirectory())
    const open = () =>
      createVariants({ blobs, log, prefix: 'v/', partitionsOf }, { blobBytes: 1000, memoryBytes: 5000 })
    const variants = open()
    for (let i = 0; i < 50; i++) await variants.get(asked(`n${i}`, 100))
    const keys = async () => (await blobs.list('v/')).map(({ key }) => key)
    expect(await keys()).toHaveLength(10)
    expect(await keys()).toContain('v/n49')
    // Another process counts what it finds.
    const other = open()
    for (let i = 50; i < 60; i++) await other.get(asked(`n${i}`, 100))
    expect(await keys()).toHaveLength(10)
    expect([variants.peek('n0') !== undefined, variants.peek('n49') !== undefined]).toEqual([true, true])
    for (let i = 0; i < 60; i++) await variants.get(asked(`m${i}`, 100))
    expect(variants.peek('n0')).toBeUndefined()
  })

  test('of one project evict its own first, in blobs and in memory, after a restart too', async () => {
    const blobs = openBlobs(temporaryDirectory())
    const projectOf = (key: string) => (key.startsWith('quiet') ? 'quiet' : 'loud')
    const open = () =>
      createVariants(
        {
          blobs,
          log,
          prefix: 'v/',
          partitionsOf: async (keys) => new Map(keys.map((key) => [key, projectOf(key)])),
        },
        { blobBytes: 2000, memoryBytes: 2000 },
      )
    const variants = open()
    for (let i = 0; i < 5; i++) await variants.get(asked(`quiet${i}`, 100, 'quiet'))
    for (let i = 0; i < 60; i++) await variants.get(asked(`loud${i}`, 100, 'loud'))
    const quiet = async () => (await blobs.list('v/quiet')).length
    expect([await quiet(), (await blobs.list('v/')).length]).toEqual([5, 20])
    expect([0, 1, 2, 3, 4].filter((i) => variants.peek(`quiet${i}`) === undefined)).toEqual([])
    const restarted = open()
    for (let i = 60; i < 100; i++) await restarted.get(asked(`loud${i}`, 100, 'loud'))
    expect([await quiet(), (await blobs.list('v/')).length]).toEqual([5, 20])
  })

  test('are answered though they cannot be kept', async () => {
    const s3 = await startS3()
    s3.failWith((method) => (method === 'PUT' ? 'refuse' : undefined))
    const quiet = { ...log, warn: () => undefined }
    const variants = createVariants({ blobs: openBlobs('', s3.url), log: quiet, prefix: 'v/', partitionsOf })
    expect(await variants.get(asked('a', 5))).toHaveLength(5)
  })
})
