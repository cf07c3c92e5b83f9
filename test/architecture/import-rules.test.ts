import { describe, expect, test } from 'bun:test'
import {
  findBypassedEntryPoints,
  findConversionsInBrowser,
  findCycles,
  findOwnEntryPoints,
  findResourceImports,
  findSdkImports,
  findSiblingImports,
  findSurfaceImports,
  findThirdParties,
  findUpwardImports,
} from './import-rules.ts'
import { type SourceTree, readTree } from './source-tree.ts'

const source = await readTree('src')
const sdk = await readTree('sdk')

describe('the import rules hold', () => {
  test('1: an import goes to a lower layer or stays in its module', () => expect(findUpwardImports(source)).toEqual([]))
  test('2: modules of email and deliverability import only listed siblings', () =>
    expect(findSiblingImports(source)).toEqual([]))
  test('3: no cycle of imports at any folder depth', () => expect(findCycles(source)).toEqual([]))
  test('4: a module is entered through its entry point', () => expect(findBypassedEntryPoints(source)).toEqual([]))
  test('4: the editor loads no conversions', () => expect(findConversionsInBrowser(source)).toEqual([]))
  test('4: no module imports its own entry point', () => expect(findOwnEntryPoints(source)).toEqual([]))
  test('5: surfaces import only listed surfaces', () => expect(findSurfaceImports(source)).toEqual([]))
  test('6: resources of a template import template/, never each other', () =>
    expect(findResourceImports(source)).toEqual([]))
  test('7: third-party packages and the runtime are used in their modules', () =>
    expect(findThirdParties(source)).toEqual([]))
  test('8: src and SDK share only the bridge protocol', () => expect(findSdkImports(source, sdk)).toEqual([]))
})

/** A small source tree that breaks one rule. */
function treeOf(files: Record<string, string>): SourceTree {
  return new Map(Object.entries(files))
}

const empty = treeOf({})

const violations: {
  name: string
  find: (tree: SourceTree) => string[]
  files: Record<string, string>
  message: string
}[] = [
  {
    name: 'an algorithm that imports the platform, even a type',
    find: findUpwardImports,
    files: {
      'deliverability/spf/spf.ts': "import type { Resolver } from '../../platform/net/index.ts'",
      'platform/net/index.ts': 'export type Resolver = () => void',
    },
    message: 'deliverability/spf/spf.ts → platform/net/index.ts goes up or sideways',
  },
  {
    name: 'a kernel that imports the app',
    find: findUpwardImports,
    files: { 'kernel/ids/id.ts': "export * from '../../app/service.ts'", 'app/service.ts': '' },
    message: 'kernel/ids/id.ts → app/service.ts goes up or sideways',
  },
  {
    name: 'a document that imports its renderer',
    find: findSiblingImports,
    files: { 'email/document/tree.ts': "import('../render/index.ts')", 'email/render/index.ts': '' },
    message: 'email/document/tree.ts → email/render/index.ts is not in the table of sibling imports',
  },
  {
    name: 'a format that imports documents',
    find: findSiblingImports,
    files: { 'email/formats/zip.ts': "import { a } from '../document/index.ts'", 'email/document/index.ts': '' },
    message: 'email/formats/zip.ts → email/document/index.ts',
  },
  {
    name: 'two files that import each other',
    find: findCycles,
    files: { 'kernel/a/one.ts': "import './two.ts'", 'kernel/a/two.ts': "import type { A } from './one.ts'" },
    message: 'at depth 3: kernel/a/one.ts → kernel/a/two.ts → kernel/a/one.ts',
  },
  {
    name: 'two modules that import each other, though no two files do',
    find: findCycles,
    files: {
      'app/pages/landing.tsx': "import { b } from '../words/list.ts'",
      'app/words/list.ts': '',
      'app/words/other.ts': "import { c } from '../pages/mark.ts'",
      'app/pages/mark.ts': '',
    },
    message: 'at depth 2: app/pages → app/words → app/pages',
  },
  {
    name: 'an import past an entry point',
    find: findBypassedEntryPoints,
    files: { 'app/service.ts': "import { hash } from '../platform/identity/hash.ts'", 'platform/identity/hash.ts': '' },
    message: 'bypasses the entry point platform/identity/index.ts',
  },
  {
    name: 'a block type that loads its MJML',
    find: findConversionsInBrowser,
    files: {
      'email/blocks/text/text.ts': "import { x } from './mjml.ts'",
      'email/blocks/text/mjml.ts': '',
    },
    message: 'email/blocks/text/text.ts → email/blocks/text/mjml.ts pulls a conversion into the editor',
  },
  {
    name: 'an import of the own entry point',
    find: findOwnEntryPoints,
    files: { 'kernel/ids/id.ts': "import { x } from './index.ts'", 'kernel/ids/index.ts': '' },
    message: 'kernel/ids/id.ts → kernel/ids/index.ts is its own entry point',
  },
  {
    name: 'surfaces with an unlisted import',
    find: findSurfaceImports,
    files: {
      'surfaces/templates/library/library.ts': "import { x } from '../../exports/index.ts'",
      'surfaces/exports/index.ts': '',
    },
    message: 'is not in the table of surface imports',
  },
  {
    name: 'resources that import each other',
    find: findResourceImports,
    files: {
      'surfaces/templates/library/library.ts': "import { x } from '../folders/folders.ts'",
      'surfaces/templates/folders/folders.ts': '',
    },
    message: 'should go through surfaces/templates/template',
  },
  {
    name: 'HTTP in a rule file',
    find: findThirdParties,
    files: { 'surfaces/templates/library/library.ts': "import { t } from 'elysia'" },
    message: 'imports elysia, which this module may not use',
  },
  {
    name: 'SQL outside a store',
    find: findThirdParties,
    files: { 'surfaces/templates/library/library.ts': "import { eq } from 'drizzle-orm/sql'" },
    message: 'imports drizzle-orm',
  },
  {
    name: 'file access in an algorithm',
    find: findThirdParties,
    files: { 'email/render/html.ts': "import { readFileSync } from 'node:fs'" },
    message: 'imports node:fs',
  },
  {
    name: 'the runtime in an algorithm',
    find: findThirdParties,
    files: { 'email/render/html.ts': 'export const hash = () => Bun.hash(1)' },
    message: 'uses Bun.hash',
  },
  {
    name: 'environment read outside of config',
    find: findThirdParties,
    files: { 'platform/log/log.ts': "export const level = process.env['SVC_LOG']" },
    message: 'reads the environment',
  },
  {
    name: 'an outbound request without the guarded client',
    find: findThirdParties,
    files: { 'surfaces/webhooks/send.ts': 'export const send = (url: string) => fetch(url)' },
    message: 'instead of the guarded client',
  },
  {
    name: 'an outbound socket',
    find: findThirdParties,
    files: { 'platform/blobs/s3.ts': "import { request } from 'node:https'" },
    message: 'uses node:https',
  },
  {
    name: 'src that imports tests',
    find: (tree) => findSdkImports(tree, empty),
    files: { 'app/service.ts': "import { zone } from '../../test/support/zone.ts'" },
    message: 'src/app/service.ts imports ../../test/support/zone.ts',
  },
  {
    name: 'an SDK that imports src',
    find: (tree) => findSdkImports(empty, tree),
    files: { 'browser/index.ts': "import { limits } from '../../src/kernel/limits.ts'" },
    message: 'sdk/browser/index.ts imports ../../src/kernel/limits.ts',
  },
]

describe('the checker finds', () => {
  for (const { name, find, files, message } of violations)
    test(name, () => expect(find(treeOf(files)).join('\n')).toContain(message))

  test('no import in a comment or a string', () => {
    const tree = treeOf({
      'kernel/a.ts': "// import '../app/b.ts'\n/* from '../app/b.ts' */ const text = \"import x from '../app/b.ts'\"",
      'app/b.ts': '',
    })
    expect(findUpwardImports(tree)).toEqual([])
  })
})
