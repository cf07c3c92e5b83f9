/** The guides as the build renders them: links that lead somewhere, and texts of the service that name what it serves. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import MiniSearch from 'minisearch'
import { type DescribedCall, describedCalls } from '../../scripts/api-document.ts'
import { makeGuides } from '../../scripts/guides/build.ts'
import { renderGuide } from '../../scripts/guides/markdown.ts'
import { findIn, searchOptions } from '../../src/app/pages/guides/search.ts'
import { catalog } from '../../src/kernel/errors/index.ts'
import { readTree, withoutComments } from '../architecture/source-tree.ts'

const root = join(import.meta.dir, '../..')
let calls: readonly DescribedCall[]
let files: ReadonlyMap<string, string>

beforeAll(async () => {
  calls = await describedCalls()
  files = await makeGuides(calls)
})

const idsIn = (text: string) => [...text.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id)

/** Every URL that documentation may name, with its fragments. */
function servedUrls(): ReadonlySet<string> {
  const urls = new Set([
    '/',
    '/docs',
    '/docs/errors',
    '/docs/guide',
    '/openapi.json',
    '/llms.txt',
    '/demo',
    '/healthz',
    '/readyz',
  ])
  for (const name of ['svc.js', 'svc.mjs', 'svc.cjs', 'svc.js.sri', 'svc.d.ts', 'svc-browser.tgz', 'index.json'])
    urls.add(`/sdk/${name}`)
  for (const code of Object.keys(catalog)) urls.add(`/docs/errors#${code}`)
  for (const { method, path, operation } of calls) urls.add(`/docs#tag/${operation.tags?.[0]}/${method}${path}`)
  for (const [name, text] of files) {
    if (name.endsWith('.md')) urls.add(`/docs/guide/${name}`)
    if (name.startsWith('assets/')) urls.add(`/docs/guide/${name}`)
    if (!name.endsWith('.html') || name === 'index.html') continue
    const url = `/docs/guide/${name.slice(0, -'.html'.length)}`
    urls.add(url)
    for (const id of idsIn(text)) urls.add(`${url}#${id}`)
  }
  return urls
}

describe('the guides', () => {
  test('are every page of docs/, each with a page, its Markdown and a line in llms.txt', () => {
    const names = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'))
    for (const name of names) {
      expect([name, files.has(name)]).toEqual([name, true])
      expect([name, files.get(name.replace('.md', '.html'))?.includes('<h1 id=')]).toEqual([name, true])
      expect([name, files.get('llms.txt')?.includes(`](/docs/guide/${name})`)]).toEqual([name, true])
    }
  })

  test('begin with a sentence that says what they hold, for llms.txt', () => {
    const lines = files.get('llms.txt')?.match(/^- \[.*$/gm) ?? []
    const texts = lines.map((line) => line.slice(line.indexOf('.md): ') + '.md): '.length))
    expect(texts.filter((text) => text.length < 30 || /\.md\b/.test(text) || !text.endsWith('.'))).toEqual([])
    expect(new Set(texts).size).toBe(texts.length)
  })

  test('link to what the service has, fragments included', () => {
    const urls = servedUrls()
    const dead: string[] = []
    for (const [name, text] of files) {
      if (!name.endsWith('.html')) continue
      for (const [, href = ''] of text.matchAll(/ (?:href|src)="([^"]+)"/g)) {
        if (/^(?:https?|mailto|data):/.test(href)) continue
        const url = href.startsWith('#') ? `/docs/guide/${name.replace('.html', '')}${href}` : href
        const isImage = url.startsWith('/docs/guide/images/')
        if (!isImage && !urls.has(url) && !(name === 'index.html' && href === '#main')) dead.push(`${name}: ${href}`)
      }
    }
    expect(dead).toEqual([])
  })

  test('give each heading an id of its own', () => {
    for (const [name, text] of files) {
      const ids = name.endsWith('.html') ? idsIn(text) : []
      expect([name, ids.length]).toEqual([name, new Set(ids).size])
    }
  })

  test('call each other by their titles, not by file names', () => {
    const shown = [...files]
      .filter(([name]) => name.endsWith('.html'))
      .flatMap(([name, text]) => {
        const own = text.slice(text.indexOf('<article>'), text.indexOf('</article>'))
        return [...own.replace(/<pre[^]*?<\/pre>|<[^>]*>/g, ' ').matchAll(/[\w/-]+\.md\b/g)].map(
          ([file]) => `${name}: ${file}`,
        )
      })
    expect(shown).toEqual([])
  })

  test('fail the build where a page links to what the service does not have', () => {
    const titles = new Map([['jobs', 'Jobs']])
    const render = (markdown: string) => renderGuide({ name: 'jobs', title: 'Jobs', markdown }, titles).html
    expect(render('[jobs.md](jobs.md#a)')).toContain('<a href="/docs/guide/jobs#a">Jobs</a>')
    expect(() => render('[x](../src/main.ts)')).toThrow('docs/jobs.md links to ../src/main.ts')
    expect(() => render('a\n\n<script>x</script>')).toThrow('raw HTML')
    expect(() => render('![x](elsewhere.png)')).toThrow('docs/images')
    expect(render('`<b>` & <https://a.test/?b&c>')).toContain('<code>&lt;b&gt;</code> &amp;')
  })
})

describe('the search index', () => {
  const searched = (words: string) => {
    const text = [...files].find(([name]) => name.startsWith('assets/index-'))?.[1] ?? ''
    return findIn(MiniSearch.loadJSON(text, searchOptions), words)
  }

  test('finds guides, operations and errors at once, at URLs that the service has', () => {
    const urls = servedUrls()
    const found = searched('lock')
    expect(new Set(found.map(({ kind }) => kind))).toEqual(new Set(['Guide', 'API', 'Error']))
    for (const { url } of found) expect([url, urls.has(url)]).toEqual([url, true])
  })

  test('finds codes, paths and settings by what is typed of them, and forgives a typo', () => {
    expect(searched('PAYLOAD_TOO')[0]).toMatchObject({ kind: 'Error', url: '/docs/errors#PAYLOAD_TOO_LARGE' })
    expect(searched('templates/search').map(({ where }) => where)).toContain('GET /v1/templates/search')
    expect(searched('SVC_DNS_SERVERS')[0]?.url).toStartWith('/docs/guide/')
    expect(searched('webhok signature')[0]?.url).toStartWith('/docs/guide/webhooks')
  })
})

describe('what the service says', () => {
  const named = (text: string) =>
    [...text.matchAll(/(?<![\w./-])\/(?:docs|sdk)(?:\/[\w.-]*\w)?(?:\/[\w-]+)?(?:#[\w/{}-]+)?/g)].map(([url]) => url)

  test('names files of the repository nowhere', async () => {
    const naming = [...(await readTree('src'))].flatMap(([file, text]) =>
      [...withoutComments(text).matchAll(/docs\/[\w-]+\.md/g)].map(([name]) => `${file}: ${name}`),
    )
    expect(naming).toEqual([])
  })

  test('names pages that it has, in errors and in the OpenAPI document', () => {
    const urls = servedUrls()
    const texts = JSON.stringify([catalog, calls, readFileSync(join(root, 'src/app/api-introduction.ts'), 'utf8')])
    expect(texts).not.toMatch(/[\w-]+\.md\b/)
    const missing = named(texts).filter((url) => !urls.has(url))
    expect(named(texts).length).toBeGreaterThan(10)
    expect(missing).toEqual([])
  })

  test('names pages that it has, in every other text', async () => {
    const urls = servedUrls()
    const missing = [...(await readTree('src'))].flatMap(([file, text]) =>
      (withoutComments(text).match(/\/docs\/guide\/[\w-]+(?:#[\w-]+)?/g) ?? [])
        .filter((url) => !urls.has(url))
        .map((url) => `${file}: ${url}`),
    )
    expect(missing.filter((each) => !each.startsWith('app/pages/guides/'))).toEqual([])
  })
})
