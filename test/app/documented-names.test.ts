/** README and docs/ name only what exists: operations, settings, commands, flags, codes, files, benchmarks and members of responses. */
import { describe, expect, test } from 'bun:test'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { apiDocument } from '../../scripts/api-document.ts'
import { commands } from '../../src/app/commands/index.ts'
import { settingsTable } from '../../src/platform/config/index.ts'
import { readTree } from '../architecture/source-tree.ts'

const root = join(import.meta.dir, '../..')
const read = (page: string) => readFileSync(join(root, page), 'utf8')
const guides = readdirSync(join(root, 'docs')).flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : []))
const pages = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', ...guides]
const sources = [...(await readTree('src')), ...(await readTree('sdk/browser'))]
const wordsOfSource = new Set(sources.flatMap(([, text]) => text.match(/\w+/g) ?? []))

interface Schema {
  $ref?: string
  properties?: Record<string, Schema>
  additionalProperties?: boolean | Schema
  items?: Schema
  anyOf?: Schema[]
  allOf?: Schema[]
  oneOf?: Schema[]
}

const { paths, components } = JSON.parse(await apiDocument()) as {
  paths: Record<string, Record<string, { responses: Record<string, { content?: Record<string, { schema: Schema }> }> }>>
  components: { schemas: Record<string, Schema> }
}

/** The path of an operation, as the OpenAPI document has it; undefined if there is none. */
function operationPath(method: string, path: string): string | undefined {
  const segments = path.replace(/^\/(?:api\/)?v1(?=\/)/, '').split('/')
  return Object.keys(paths).find((candidate) => {
    const own = candidate.replace(/^\/v1(?=\/)/, '').split('/')
    return (
      Object.hasOwn(paths[candidate] ?? {}, method.toLowerCase()) &&
      own.length === segments.length &&
      own.every((segment, index) => segment.startsWith('{') || segment === segments[index])
    )
  })
}

/** What each page names that is wrong, as `page: name`. */
function missing(each: readonly string[], find: (text: string, page: string) => Iterable<string>): string[] {
  return each.flatMap((page) => [...new Set(find(read(page), page))].map((name) => `${page}: ${name}`))
}

const withoutFences = (text: string) => text.replace(/^```[^]*?^```$/gm, '')
const codeSpans = (text: string) => [...withoutFences(text).matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span)

/** Routes outside of the OpenAPI document: health, and the first editor API without a version. */
const unpublished = new Set(['/healthz', '/readyz', '/init', '/editor/check'])

describe('README and docs/ name only', () => {
  test('operations of the API', () => {
    // The page of push providers has the operations of their APIs.
    const own = pages.filter((page) => page !== 'docs/push-providers.md')
    const wrong = missing(own, (text) =>
      [...text.replaceAll(/\s+/g, ' ').matchAll(/\b(GET|POST|PUT|PATCH|DELETE) (\/[\w/{}:.-]*[\w}])(?![\w/…$])/g)]
        .filter(([, method = '', path = '']) => !unpublished.has(path) && operationPath(method, path) === undefined)
        .map(([call]) => call),
    )
    expect(wrong).toEqual([])
  })

  test('settings', () => {
    const names = new Set(settingsTable().flatMap(({ name }) => [name, `${name}_FILE`]))
    for (const name of ['SVC_URL', 'SVC_API_KEY', 'SVC_API_KEY_FILE']) names.add(name)
    // Variables of the examples for host pages, of the orchestrator, and of the tests and benchmarks.
    for (const name of ['SVC_PLUGIN_ID', 'SVC_SECRET_KEY']) names.add(name)
    const ofTests = /^SVC_TE(?:ST|XT)_/
    const wrong = missing(pages, (text) =>
      (text.match(/\bSVC_[A-Z0-9_]+\b/g) ?? []).filter((name) => !names.has(name) && !ofTests.test(name)),
    )
    expect(wrong).toEqual([])
  })

  test('commands and flags', async () => {
    const flags = new Map(
      await Promise.all(
        commands.map(async ({ name, load }) => {
          const { options = [], settings } = await load()
          const own = options.map(({ flag }): string => flag)
          const shared = settings ? ['--config', ...settingsTable().map(({ flag }) => flag)] : []
          return [name, new Set([...own, ...shared, '--help'])] as const
        }),
      ),
    )
    const groups = new Set([...flags.keys()].map((name) => name.split(' ')[0]))
    const problemOf = (line: string): string | undefined => {
      const [first = '', second = ''] = line.split(' ')
      if (first === 'COMMAND' || first.startsWith('-')) return undefined
      const known = flags.get(`${first} ${second}`) ?? flags.get(first)
      if (known === undefined) return groups.has(first) && second === '' ? undefined : `svc ${line}`
      const wrong = (line.match(/(?<=\s)--[a-z][\w-]*/g) ?? []).filter((flag) => !known.has(flag))
      return wrong.length === 0 ? undefined : `svc ${line}`
    }
    const wrong = missing(pages, (text) => {
      const lines = [...text.matchAll(/^```[^]*?^```$/gm)].flatMap(([block]) =>
        block.replaceAll('\\\n', ' ').split('\n'),
      )
      return [...lines, ...codeSpans(text.replaceAll(/(?<=`[^`\n]*)\n(?=[^`\n]*`)/g, ' '))]
        .flatMap((line) => [...(/(?:^|\$\(|\$ |^SVC_.* |\| )(?:\.\/)?svc ([a-z][^|;#)"]*)/.exec(line)?.slice(1) ?? [])])
        .flatMap((line) => problemOf(line.trim()) ?? [])
    })
    expect(wrong).toEqual([])
  })

  test('codes and members that the source has', () => {
    // Names of Postgres, Linux, TypeScript and Salesforce, of the examples and of a benchmark.
    const others = new Set([
      'snake_case',
      'synchronous_commit',
      'CAP_NET_BIND_SERVICE',
      'HTTP_PROXY',
      'moduleResolution',
      'loadScript',
      'editorToken',
      'MJML_CORPUS',
    ])
    const wrong = missing(guides, (text) =>
      codeSpans(text).filter(
        (name) =>
          /^(?:[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|[a-z]+(?:[A-Z][a-z]+)+|[a-z]+(?:_[a-z]+)+)$/.test(name) &&
          !name.startsWith('SVC_') &&
          !others.has(name) &&
          !wordsOfSource.has(name),
      ),
    )
    expect(wrong).toEqual([])
  })

  test('files of the repository, and links between them', () => {
    const wrong = missing(pages, (text, page) => [
      ...codeSpans(text).filter(
        (span) =>
          /^(?:src|test|scripts|bench|sdk|docs|migrations)\/[\w./-]+$/.test(span) && !existsSync(join(root, span)),
      ),
      ...[...withoutFences(text).matchAll(/\]\(([^)\s#]*)(?:#([^)\s]*))?\)/g)]
        .filter(([, file = '', fragment]) => !/^(?:[a-z]+:|\/)/.test(file) && !hasTarget(page, file, fragment))
        .map(([link]) => link),
    ])
    expect(wrong).toEqual([])
  })

  test('as much of the architecture as fits two pages', () => {
    const prose = read('ARCHITECTURE.md').replaceAll(/^\|.*$/gm, '')
    expect(prose.split(/\s+/).length).toBeLessThan(1500)
  })

  test('benchmarks', () => {
    const wrong = missing(pages, (text) =>
      [...text.replaceAll(/\s+/g, ' ').matchAll(/npm run bench -- ([a-z-]+)/g)]
        .map(([, name = '']) => name)
        .filter((name) => !existsSync(join(root, 'bench', name, 'bench.ts'))),
    )
    expect(wrong).toEqual([])
  })
})

/** True if the file exists, and has the heading. */
function hasTarget(page: string, file: string, fragment: string | undefined): boolean {
  const target = file === '' ? page : join(dirname(page), file)
  if (!existsSync(join(root, target))) return false
  if (fragment === undefined || !target.endsWith('.md')) return true
  const ids = [...withoutFences(read(target)).matchAll(/^#{1,6} (.+)$/gm)].map(([, title = '']) =>
    title
      .replaceAll(/[`*]|\]\([^)]*\)/g, '')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\p{M}\s_-]/gu, '')
      .replaceAll(/\s/g, '-'),
  )
  return ids.includes(fragment.replace(/-\d+$/, '')) || ids.includes(fragment)
}

/** Paths of members of a value that the schema does not have. */
function strangeMembers(value: unknown, schema: Schema, at = ''): string[] {
  const choices = alternatives(schema)
  if (Array.isArray(value)) {
    const items = choices.flatMap((choice) => choice.items ?? [])
    return items.length === 0 ? [] : value.flatMap((item) => strangeMembers(item, { anyOf: items }, `${at}/0`))
  }
  if (typeof value !== 'object' || value === null) return []
  const withMembers = choices.filter(({ properties }) => properties !== undefined)
  if (withMembers.length === 0 || choices.some((choice) => typeof choice.additionalProperties === 'object')) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const own = withMembers.flatMap(({ properties }) => properties?.[name] ?? [])
    return own.length === 0 ? [`${at}/${name}`] : strangeMembers(inner, { anyOf: own }, `${at}/${name}`)
  })
}

function alternatives(schema: Schema): Schema[] {
  if (schema.$ref !== undefined) return alternatives(components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {})
  const inner = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
  return inner.length === 0 ? [schema] : inner.flatMap(alternatives)
}

function responseSchema(method: string, path: string): Schema {
  const responses = paths[operationPath(method, path) ?? '']?.[method.toLowerCase()]?.responses ?? {}
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1]
  const schema = success?.content?.['application/json']?.schema
  if (schema === undefined) throw new Error(`${method} ${path} has no JSON response`)
  return schema
}

describe('responses shown in docs/', () => {
  const shown = guides.flatMap((page) =>
    [...read(page).matchAll(/^```sh\n((?:(?!^```)[^])*?)^```\n\n```json\n([^]*?)^```$/gm)].map(
      ([, commandsText = '', json = '']) => {
        const call = commandsText.slice(commandsText.lastIndexOf('curl'))
        const path = /localhost:3009(\/[\w/-]*)/.exec(call)?.[1] ?? ''
        return { page, call: `${/-X (\w+)/.exec(call)?.[1] ?? (call.includes(' -d ') ? 'POST' : 'GET')} ${path}`, json }
      },
    ),
  )

  test.each(shown)('$page: $call has these members', ({ call, json }) => {
    const [method = '', path = ''] = call.split(' ')
    expect(strangeMembers(JSON.parse(json), responseSchema(method, path))).toEqual([])
  })

  test('are at least three, and a member that does not exist is found', () => {
    expect(shown.length).toBeGreaterThanOrEqual(3)
    const schema = responseSchema('POST', '/v1/verify')
    expect(strangeMembers({ evidence: [{ check: 'mx', reason: '' }], verdict: '' }, schema)).toEqual([
      '/evidence/0/reason',
      '/verdict',
    ])
  })

  test('in streams of jobs have the members of a job', () => {
    const [, data = ''] = /^data: (\{.*\})$/m.exec(read('docs/jobs.md')) ?? []
    expect(strangeMembers(JSON.parse(data), responseSchema('GET', '/v1/jobs/{id}'))).toEqual([])
  })

  test('are JSON, like every JSON block', () => {
    for (const page of pages)
      for (const [, json = ''] of read(page).matchAll(/^```json\n([^]*?)^```$/gm))
        expect(() => JSON.parse(json), `${page}: ${json.slice(0, 80)}`).not.toThrow()
  })
})
