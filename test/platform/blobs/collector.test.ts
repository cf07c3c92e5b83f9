/** What the collector deletes: blobs that no row names, of attempts that began before the grace time. */
import { expect, test } from 'bun:test'
import { collectReleased, collectUnnamed, openBlobs } from '../../../src/platform/blobs/index.ts'
import { limits } from '../../../src/kernel/limits.ts'
import { temporaryDirectory } from '../../support/store.ts'

const hourMs = 3_600_000

test('old unreferenced blobs are collected; young, referenced and foreign ones stay', async () => {
  const blobs = openBlobs(temporaryDirectory())
  const nowMs = 100 * hourMs
  const keyOf = (hours: number, name: string) => `things/${nowMs - hours * hourMs}-${name}`
  const kept = [
    keyOf(limits.orphanHours + 1, 'named'),
    keyOf(limits.orphanHours - 1, 'young'),
    'things/readme',
    'others/1-old',
  ]
  // More than one page.
  const old = Array.from({ length: 600 }, (_, at) => keyOf(limits.orphanHours + 1 + at / 100, `old${at}`))
  await Promise.all([...kept, ...old].map((key) => blobs.put(key, new Uint8Array(1))))
  const owned = {
    prefix: 'things/',
    begunBefore: (key: string, atMs: number) => Number(/\/(\d+)-/.exec(key)?.[1] ?? Infinity) < atMs,
    named: async (keys: readonly string[]) => new Set(keys.filter((key) => key.endsWith('-named'))),
  }
  expect(await collectUnnamed(blobs, owned, { nowMs })).toBe(old.length)
  const left = async () => (await blobs.list()).map(({ key }) => key)
  expect(await left()).toEqual(kept.toSorted())
  // What a deleted row had named goes at once, unless a row names it after all.
  expect(await collectReleased(blobs, kept.slice(0, 2), owned)).toBe(1)
  expect(await left()).toEqual(kept.toSpliced(1, 1).toSorted())
})
