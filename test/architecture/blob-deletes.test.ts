/** Blobs are deleted by the collector alone: a writer cannot know how its commit ended, nor which replica is still at work. */
import { expect, test } from 'bun:test'
import { root } from '../../scripts/compile.ts'

/** Files that may delete blobs by the store itself, with the reason. */
const deleting: Record<string, string> = {
  'src/platform/blobs/collector.ts': 'the collector',
  'src/platform/blobs/s3.ts': 'removes what an upload that failed has left under a key that nobody knows yet',
  'src/app/commands/doctor/examine.ts': 'deletes the file of its own test',
}

/** Files that may delete what they wrote themselves, with the reason why no row can name it. */
const discarding: Record<string, string> = {
  'src/surfaces/assets/intake/take-file.ts': 'the file was refused before any row was written',
  'src/surfaces/assets/intake/keep-asset.ts': 'the transaction failed before its commit, or names another key',
  'src/surfaces/exports/rendering/stored-files.ts': 'the attempt failed before its commit, or its lease was lost',
  'src/platform/audit/anchors.ts': 'another replica has written the anchor of this number',
}

/** Files that may evict blobs of a cache, with the reason why nobody misses them. */
const evicting: Record<string, string> = {
  'src/surfaces/assets/assets.ts': 'variants are rendered again',
  'src/surfaces/delivery/images/variants.ts': 'variants are rendered again',
  'src/surfaces/templates/thumbnail/thumbnails.ts': 'thumbnails are rendered again',
}

const sources = [...new Bun.Glob('src/**/*.ts').scanSync(root)].sort()
const texts = new Map(
  await Promise.all(sources.map(async (path) => [path, await Bun.file(`${root}/${path}`).text()] as const)),
)

/** Code that deletes from a store of blobs: by a member of that name, or one that is taken out of it. */
const deletion =
  /\bblobs\b[)!\]]?\s*\??\.\s*delete\b|\bblobs\b[)!]?\s*\[|\{[^{}]*\bdelete\b[^{}]*\}\s*=\s*[\w.#]*blobs\b/i

function using(pattern: RegExp): string[] {
  return [...texts].filter(([, text]) => pattern.test(text)).map(([path]) => path)
}

test('only the collector deletes blobs', () => {
  const direct = using(deletion).concat(using(/\bthis\.delete\(key\)/))
  expect([...new Set(direct)].toSorted()).toEqual(Object.keys(deleting).toSorted())
})

test('what an attempt wrote is discarded, and a cache evicted, only where the reason is given', () => {
  const own = using(/\bdiscardOwn\(/).filter((path) => path !== 'src/platform/blobs/collector.ts')
  expect(own).toEqual(Object.keys(discarding).toSorted())
  const cached = using(/\bevictCached\(/).filter((path) => path !== 'src/platform/blobs/collector.ts')
  expect(cached).toEqual(Object.keys(evicting).toSorted())
})

test.each([
  'parts.blobs.delete(key)',
  'blobs?.delete (key)',
  'const { delete: remove } = parts.blobs',
  "blobs['delete'](key)",
])('the search finds %s', (code) => expect(deletion.test(code)).toBe(true))
