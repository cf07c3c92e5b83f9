import { describe, expect, test } from 'bun:test'
import { ServiceError } from '../../../src/kernel/errors/index.ts'
import { openBlobs } from '../../../src/platform/blobs/index.ts'
import { createLog } from '../../../src/platform/log/index.ts'
import { createGate } from '../../../src/surfaces/delivery/pictures/gate.ts'
import { createVariants } from '../../../src/surfaces/delivery/pictures/variants.ts'
import { startS3 } from '../../support/s3-server.ts'
import { temporaryDirectory } from '../../support/store.ts'
import { until } from '../../support/until.ts'

const log = createLog('error')
const of = (size: number) => async () => new Uint8Array(size)

describe('variants', () => {
  test('are made once, however many ask at the same time', async () => {
    const variants = createVariants({ blobs: openBlobs(temporaryDirectory()), log, prefix: 'v/' })
    let made = 0
    const make = async () => {
      made++
      await Promise.resolve()
      return new Uint8Array(9)
    }
    const all = await Promise.all(Array.from({ length: 100 }, () => variants.get('a', make)))
    expect([made, new Set(all).size]).toEqual([1, 1])
    await variants.get('a', make)
    expect(made).toBe(1)
  })

  test('outlive the process, and a failure is not kept', async () => {
    const blobs = openBlobs(temporaryDirectory())
    const first = createVariants({ blobs, log, prefix: 'v/' })
    await expect(first.get('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    await first.get('a', of(7))
    const second = createVariants({ blobs, log, prefix: 'v/' })
    expect(await second.get('a', () => Promise.reject(new Error('made again')))).toHaveLength(7)
  })

  test('take no more room than they may, in blobs and in memory; what was asked for lately stays', async () => {
    const blobs = openBlobs(temporaryDirectory())
    const open = () => createVariants({ blobs, log, prefix: 'v/' }, { blobBytes: 1000, memoryBytes: 5000 })
    const variants = open()
    for (let i = 0; i < 50; i++) await variants.get(`n${i}`, of(100))
    const keys = async () => (await blobs.list('v/')).map(({ key }) => key)
    expect(await keys()).toHaveLength(10)
    expect(await keys()).toContain('v/n49')
    // Another process counts what it finds.
    const other = open()
    for (let i = 50; i < 60; i++) await other.get(`n${i}`, of(100))
    expect(await keys()).toHaveLength(10)
    expect([variants.peek('n0') !== undefined, variants.peek('n49') !== undefined]).toEqual([true, true])
    for (let i = 0; i < 60; i++) await variants.get(`m${i}`, of(100))
    expect(variants.peek('n0')).toBeUndefined()
  })

  test('are answered though they cannot be kept', async () => {
    const s3 = await startS3()
    s3.failWith((method) => (method === 'PUT' ? 'refuse' : undefined))
    const quiet = { ...log, warn: () => undefined }
    const variants = createVariants({ blobs: openBlobs('', s3.url), log: quiet, prefix: 'v/' })
    expect(await variants.get('a', of(5))).toHaveLength(5)
  })
})

describe('a gate', () => {
  test('lets so many in, has so many wait, and turns the rest away until there is room', async () => {
    const gate = createGate({ atOnce: 2, waiting: 3 })
    const open: (() => void)[] = []
    let running = 0
    let most = 0
    const work = () =>
      gate.run(async () => {
        most = Math.max(most, ++running)
        await new Promise<void>((resolve) => open.push(resolve))
        running--
      })
    const all = Array.from({ length: 8 }, () =>
      work().then(
        () => 'done',
        (error: unknown) => error,
      ),
    )
    const refused = await Promise.all(all.slice(5))
    for (const error of refused) {
      expect(error).toBeInstanceOf(ServiceError)
      expect((error as ServiceError).apiCode).toBe('IMAGES_BUSY')
      expect((error as ServiceError).context.headers).toEqual({ 'retry-after': '2' })
    }
    for (let turn = 0; turn < 5; turn++) {
      await until(() => open.length > 0, 'the next piece of work')
      open.shift()?.()
    }
    expect(await Promise.all(all.slice(0, 5))).toEqual(Array.from({ length: 5 }, () => 'done'))
    expect(most).toBe(2)
    await expect(gate.run(async () => 'again')).resolves.toBe('again')
  })
})
