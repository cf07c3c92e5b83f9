import { describe, expect, test } from 'bun:test'
import {
  findClimbing,
  findCrossings,
  findCycles,
  findEngineArrows,
  findOwnDoors,
  findResourceMeetings,
  findSideDoors,
  findSurfaceMeetings,
  findThirdParties,
} from './import-law.ts'
import { type SourceTree, readTree } from './source-tree.ts'

const source = await readTree('src')
const sdk = await readTree('sdk')

describe('the import law holds', () => {
  test('1: an import goes to a lower floor or stays in its room', () => expect(findClimbing(source)).toEqual([]))
  test('2: engines meet only where it is written', () => expect(findEngineArrows(source)).toEqual([]))
  test('3: at every depth, arrows never come back', () => expect(findCycles(source)).toEqual([]))
  test('4: a room is entered through its door', () => expect(findSideDoors(source)).toEqual([]))
  test('4: nobody inside imports his own door', () => expect(findOwnDoors(source)).toEqual([]))
  test('5: surfaces meet only where it is written', () => expect(findSurfaceMeetings(source)).toEqual([]))
  test('6: the resources of a template meet only in template/', () => expect(findResourceMeetings(source)).toEqual([]))
  test('7: third parties and the world have their rooms', () => expect(findThirdParties(source)).toEqual([]))
  test('8: product and SDK meet only at the bridge protocol', () => expect(findCrossings(source, sdk)).toEqual([]))
})

/** A small house, so that each rule is seen to fail. */
function house(files: Record<string, string>): SourceTree {
  return new Map(Object.entries(files))
}

const empty = house({})

const planted: { name: string; find: (tree: SourceTree) => string[]; files: Record<string, string>; says: string }[] = [
  {
    name: 'an engine that asks the platform, even for a type',
    find: findClimbing,
    files: {
      'engines/mail/spf.ts': "import type { Resolver } from '../../platform/net/index.ts'",
      'platform/net/index.ts': 'export type Resolver = () => void',
    },
    says: 'engines/mail/spf.ts → platform/net/index.ts goes up or sideways',
  },
  {
    name: 'a kernel that looks up',
    find: findClimbing,
    files: { 'kernel/ids/id.ts': "export * from '../../app/house.ts'", 'app/house.ts': '' },
    says: 'kernel/ids/id.ts → app/house.ts goes up or sideways',
  },
  {
    name: 'a document that knows how it is drawn',
    find: findEngineArrows,
    files: { 'engines/document/tree.ts': "import('../render/index.ts')", 'engines/render/index.ts': '' },
    says: 'engines/document/tree.ts → engines/render/index.ts is not on the plan',
  },
  {
    name: 'a format that knows documents',
    find: findEngineArrows,
    files: { 'engines/formats/zip.ts': "import { a } from '../document/index.ts'", 'engines/document/index.ts': '' },
    says: 'engines/formats/zip.ts → engines/document/index.ts',
  },
  {
    name: 'two files that import each other',
    find: findCycles,
    files: { 'kernel/a/one.ts': "import './two.ts'", 'kernel/a/two.ts': "import type { A } from './one.ts'" },
    says: 'at depth 3: kernel/a/one.ts → kernel/a/two.ts → kernel/a/one.ts',
  },
  {
    name: 'two rooms that import each other, though no two files do',
    find: findCycles,
    files: {
      'app/pages/landing.tsx': "import { b } from '../words/list.ts'",
      'app/words/list.ts': '',
      'app/words/other.ts': "import { c } from '../pages/mark.ts'",
      'app/pages/mark.ts': '',
    },
    says: 'at depth 2: app/pages → app/words → app/pages',
  },
  {
    name: 'a side door',
    find: findSideDoors,
    files: { 'app/house.ts': "import { hash } from '../platform/identity/hash.ts'", 'platform/identity/hash.ts': '' },
    says: 'does not use the door platform/identity/index.ts',
  },
  {
    name: 'an own door',
    find: findOwnDoors,
    files: { 'kernel/ids/id.ts': "import { x } from './index.ts'", 'kernel/ids/index.ts': '' },
    says: 'kernel/ids/id.ts → kernel/ids/index.ts is its own door',
  },
  {
    name: 'surfaces that meet unannounced',
    find: findSurfaceMeetings,
    files: {
      'surfaces/templates/library/library.ts': "import { x } from '../../exports/index.ts'",
      'surfaces/exports/index.ts': '',
    },
    says: 'is not in the table of surfaces that meet',
  },
  {
    name: 'resources that meet outside template/',
    find: findResourceMeetings,
    files: {
      'surfaces/templates/library/library.ts': "import { x } from '../folders/folders.ts'",
      'surfaces/templates/folders/folders.ts': '',
    },
    says: 'should go through surfaces/templates/template',
  },
  {
    name: 'HTTP in the rules',
    find: findThirdParties,
    files: { 'surfaces/templates/library/library.ts': "import { t } from 'elysia'" },
    says: 'imports elysia, which is not for this room',
  },
  {
    name: 'SQL outside a store',
    find: findThirdParties,
    files: { 'surfaces/templates/library/library.ts': "import { eq } from 'drizzle-orm/sql'" },
    says: 'imports drizzle-orm',
  },
  {
    name: 'a disk in an engine',
    find: findThirdParties,
    files: { 'engines/render/html.ts': "import { readFileSync } from 'node:fs'" },
    says: 'imports node:fs',
  },
  {
    name: 'the runtime in an engine',
    find: findThirdParties,
    files: { 'engines/render/html.ts': 'export const hash = () => Bun.hash(1)' },
    says: 'uses Bun.hash',
  },
  {
    name: 'a second reader of the environment',
    find: findThirdParties,
    files: { 'platform/log/log.ts': "export const level = process.env['SVC_LOG']" },
    says: 'reads the environment',
  },
  {
    name: 'a way out past the guarded client',
    find: findThirdParties,
    files: { 'surfaces/webhooks/send.ts': 'export const send = (url: string) => fetch(url)' },
    says: 'goes past the guarded client',
  },
  {
    name: 'a socket of its own',
    find: findThirdParties,
    files: { 'platform/blobs/s3.ts': "import { request } from 'node:https'" },
    says: 'uses node:https',
  },
  {
    name: 'a product that needs its tests',
    find: (tree) => findCrossings(tree, empty),
    files: { 'app/house.ts': "import { zone } from '../../test/support/zone.ts'" },
    says: 'src/app/house.ts imports ../../test/support/zone.ts',
  },
  {
    name: 'an SDK that needs the product',
    find: (tree) => findCrossings(empty, tree),
    files: { 'browser/index.ts': "import { limits } from '../../src/kernel/limits.ts'" },
    says: 'sdk/browser/index.ts imports ../../src/kernel/limits.ts',
  },
]

describe('the checker sees', () => {
  for (const { name, find, files, says } of planted)
    test(name, () => expect(find(house(files)).join('\n')).toContain(says))

  test('no arrow in a comment or a string', () => {
    const tree = house({
      'kernel/a.ts': "// import '../app/b.ts'\n/* from '../app/b.ts' */ const text = \"import x from '../app/b.ts'\"",
      'app/b.ts': '',
    })
    expect(findClimbing(tree)).toEqual([])
  })
})
