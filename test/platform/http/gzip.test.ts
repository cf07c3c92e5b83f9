import { describe, expect, test } from 'bun:test'
import { unpackGzip } from '../../../src/platform/http/index.ts'
import type { WorkContext } from '../../../src/platform/scheduling/index.ts'

const megabyte = 1024 * 1024
const bomb = Bun.gzipSync(new Uint8Array(16 * megabyte))
const small = Bun.gzipSync(new Uint8Array(1000))

const of = (projectId: string, signal?: AbortSignal): WorkContext => ({
  partition: { kind: 'project', projectId },
  signal,
})

async function* arriving(packed: Uint8Array): AsyncGenerator<Uint8Array, void, void> {
  for (let at = 0; at < packed.length; at += 64 * 1024) yield packed.subarray(at, at + 64 * 1024)
}

async function sizeOf(packed: AsyncIterable<Uint8Array>, work: WorkContext): Promise<number> {
  let size = 0
  for await (const part of unpackGzip(packed, work)) size += part.length
  return size
}

describe('compressed bodies', () => {
  test('are decompressed completely, in any chunks', async () => {
    expect(await sizeOf(arriving(bomb), of('a'))).toBe(16 * megabyte)
    async function* byBytes() {
      for (const byte of small) {
        await new Promise((resolve) => setImmediate(resolve))
        yield Uint8Array.of(byte)
      }
    }
    expect(await sizeOf(byBytes(), of('a'))).toBe(1000)
  })

  test('of one project block neither another project nor the event loop', async () => {
    const ended: string[] = []
    const note = (name: string) => () => void ended.push(name)
    const flood = Array.from({ length: 8 }, () => sizeOf(arriving(bomb), of('flooding')).then(note('bomb')))
    setImmediate(note('turn'))
    const other = sizeOf(arriving(small), of('other')).then(note('small'))
    await Promise.all([...flood, other])
    expect(ended.slice(0, 2).toSorted()).toEqual(['small', 'turn'])
  })

  test('with a slow sender block no other request', async () => {
    const stop = new AbortController()
    async function* stalled() {
      yield bomb.subarray(0, 100)
      await new Promise((_, reject) => stop.signal.addEventListener('abort', () => reject(new Error('gone'))))
    }
    const waiting = Array.from({ length: 8 }, () =>
      sizeOf(stalled(), of('slow')).catch((error: Error) => error.message),
    )
    expect(await sizeOf(arriving(small), of('slow'))).toBe(1000)
    stop.abort()
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(['gone']))
  })
})
