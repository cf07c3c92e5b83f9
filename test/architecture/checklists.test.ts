/** What an added thing lacks, as one list: it names the file of each part. ARCHITECTURE.md, “Adding things”. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'bun:test'
import { Glob } from 'bun'
import { rules } from '../../src/email/lint/index.ts'
import { operationAccess } from '../../src/kernel/access/index.ts'
import { type ErrorEntry, catalog } from '../../src/kernel/errors/index.ts'
import { subscribableTypes } from '../../src/kernel/events/index.ts'
import { formats } from '../../src/surfaces/exports/formats.ts'
import { cases } from '../email/lint/cases/index.ts'
import { readTree, repository, withoutComments } from './source-tree.ts'

const read = (path: string) => readFileSync(join(repository, path), 'utf8')
const source = [...(await readTree('src'))].map(([path, text]): [string, string] => [path, withoutComments(text)])
const tests = [...(await readTree('test'))]

/** Events and errors of the published contract whose surfaces are not built yet. */
const later = new Set(['dmarc.report.received', 'NOT_ACCEPTABLE', 'SIGN_IN_REQUIRED', 'INSUFFICIENT_CREDITS'])

describe('every lint rule is finished', () => {
  const folder = 'src/email/lint/rules'
  const files = [...new Glob('*/*.ts').scanSync(join(repository, folder))]
  const ids = files.map((file) => file.replace('/', '.').replace(/\.ts$/, ''))
  const page = read('docs/lint.md')
  each([...new Set([...ids, ...rules.map(({ id }) => id)])], (id) => {
    const family = id.split('.')[0]
    return [
      missing(ids.includes(id), `its file ${folder}/${id.replace('.', '/')}.ts`),
      missing(
        rules.some((rule) => rule.id === id),
        `a line in ${folder}/list.ts`,
      ),
      missing(Object.hasOwn(cases, id), `a case in test/email/lint/cases/${family}.ts`),
      missing(page.includes(`\`${id}\``), 'docs/lint.md (bun scripts/generate.ts)'),
    ]
  })
})

describe('every webhook event is finished', () => {
  const page = read('docs/webhooks.md')
  const emitting = source.filter(([path, text]) => !path.startsWith('kernel/') && /\bemit\(/.test(text))
  each(subscribableTypes, (type) => [
    missing(
      later.has(type) || emitting.some(([, text]) => text.includes(`'${type}'`)),
      `a call emit(db, '${type}', …) in a surface`,
    ),
    missing(page.includes(`| \`${type}\` |`), 'a row in docs/webhooks.md'),
  ])
})

describe('every error is finished', () => {
  const page = read('docs/errors.md')
  const throwing = source.filter(([path]) => !path.startsWith('kernel/errors/families/'))
  each(Object.entries<ErrorEntry>(catalog), ([code, { sdkOnly }]) => [
    missing(
      sdkOnly === true || later.has(code) || throwing.some(([, text]) => text.includes(`'${code}'`)),
      `a call fail('${code}')`,
    ),
    missing(page.includes(`\n## ${code}\n`), 'docs/errors.md (bun scripts/generate.ts)'),
  ])
})

describe('every export format is finished', () => {
  const page = read('docs/export.md')
  const packing = 'src/surfaces/exports/rendering/package.ts'
  const text = read(packing)
  const requests = tests.filter(([path]) => path.startsWith('surfaces/exports/')).map(([, each]) => each)
  each(Object.keys(formats), (id) => [
    missing(text.includes(`case '${id}':`), `a case in ${packing}`),
    missing(page.includes(`| \`${id}\` |`), 'a row in docs/export.md'),
    missing(
      requests.some((each) => each.includes(`'${id}'`)),
      'a test in test/surfaces/exports',
    ),
  ])
})

describe('every operation is finished', () => {
  const declared = source.flatMap(([path, text]) =>
    path.startsWith('surfaces/') || path.startsWith('app/')
      ? Array.from(text.matchAll(/\bid: '(\w+\.\w+)',\s+(?:summary|hidden):/g), ([, id = '']) => id)
      : [],
  )
  const contract = read('test/app/contract.test.ts')
  const promised = new Map(
    [...contract.matchAll(/^ {2}'([A-Z]+ \S+) ([\w.]+)',$/gm)].map(([, call = '', id = '']) => [id, call]),
  )
  const scenarios = tests.filter(([path]) => path.startsWith('surfaces/') || path.startsWith('app/'))
  const text = scenarios.map(([, each]) => each).join('\n')
  test('the operations are found', () => expect(declared.length).toBeGreaterThan(150))
  // Files and pages of the delivery host are links that the service writes, not operations of the contract; the agent server
  // speaks JSON-RPC, which OpenAPI does not describe; the console calls what no client may.
  each(
    declared.filter((id) => !/^(?:delivery|console)\./.test(id) && id !== 'agent.call'),
    (id) => {
      const call = promised.get(id)
      return [
        missing(Object.hasOwn(operationAccess, id), 'a line in src/kernel/access/operations.ts'),
        missing(call !== undefined, 'a line in test/app/contract.test.ts'),
        missing(call === undefined || isTried(call, text), `a scenario “${call}” in test/surfaces`),
      ]
    },
  )
})

function each<Item extends string | readonly [string, unknown]>(
  items: readonly Item[],
  partsOf: (item: Item) => (string | undefined)[],
): void {
  test.each(items.map((item) => [typeof item === 'string' ? item : item[0], item] as const))('%s', (name, item) => {
    const parts = partsOf(item).filter((part) => part !== undefined)
    expect(parts.length === 0 ? '' : `to finish ${name}: ${parts.join('; ')}`).toBe('')
  })
}

function missing(isThere: boolean, part: string): string | undefined {
  return isThere ? undefined : part
}

/** A test that names the path, with anything in place of its parameters. */
function isTried(call: string, text: string): boolean {
  const [, path = ''] = call.split(' ')
  const pattern = path.replace(/^\/v1/, '').replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&')
  return new RegExp(`${pattern.replaceAll(/\{\w+\}/g, '[^/\\s]+?')}(?![\\w/-])`).test(text)
}
