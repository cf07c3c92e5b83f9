import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { generatedFiles } from '../../scripts/generated-files.ts'
import { repository } from './source-tree.ts'

for (const [name, write] of Object.entries(generatedFiles))
  test(`${name} is what its source says; bun scripts/generate.ts renews it`, async () => {
    const path = join(repository, name)
    expect(existsSync(path) ? await Bun.file(path).text() : 'missing').toBe(await write())
  })

test('every relative link of the documents leads to a file', async () => {
  const pages = [...new Bun.Glob('{*.md,docs/**/*.md}').scanSync(repository)].filter(
    (page) => !page.startsWith('THIRD-PARTY'),
  )
  const broken: string[] = []
  for (const page of pages) {
    const text = (await Bun.file(join(repository, page)).text()).replace(/```[\s\S]*?```/g, '')
    for (const [, target = ''] of text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)[^)]*\)/g))
      if (!existsSync(join(repository, page, '..', target))) broken.push(`${page} → ${target}`)
  }
  expect(broken).toEqual([])
})

test('the environment variables of the documents exist', async () => {
  const { settingsTable } = await import('../../src/platform/config/index.ts')
  const known = new Set<string>([...settingsTable().map(({ name }) => name), 'SVC_URL', 'SVC_API_KEY'])
  const pages = ['README.md', 'docs/getting-started.md', 'docs/operations.md', 'Dockerfile']
  const strangers: string[] = []
  for (const page of pages)
    for (const [name] of (await Bun.file(join(repository, page)).text()).matchAll(/\bSVC_[A-Z0-9_]+/g))
      if (!known.has(name) && !known.has(name.replace(/_FILE$/, ''))) strangers.push(`${page}: ${name}`)
  expect(strangers).toEqual([])
})
