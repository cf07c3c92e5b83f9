/** The public templates in the languages of ESPs, read by engines of those languages. */
import { describe, expect, test } from 'bun:test'
import { blockTypes } from '../../../src/email/blocks/index.ts'
import { sampleData } from '../../../src/email/data/index.ts'
import { readDocument, usedPaths } from '../../../src/email/document/index.ts'
import { type Provider, providers } from '../../../src/email/esp/index.ts'
import { starters } from '../../../src/surfaces/templates/starters/index.ts'
import { type Engine, dataOf, dialects, engines } from '../../email/esp/engines.ts'
import { write } from '../../email/esp/everything.ts'

const readable = [...providers.values()].filter(({ family, id }) => engines[family] !== undefined && !dialects.has(id))

describe.each(starters.map((starter) => [starter.name, starter] as const))('%s', (_name, starter) => {
  const found = readDocument(starter.document, blockTypes)
  if (!('document' in found)) throw new Error(JSON.stringify(found.issues))
  const { document } = found
  const data = sampleData(document.fields)
  const used = usedPaths(document).filter(({ path }) => !path.includes('*'))
  const fields = Object.fromEntries(used.filter(({ kind }) => kind !== 'loop').map(({ path }) => [path, path]))
  const lists = used.filter(({ kind }) => kind === 'loop').map(({ path }) => path)

  test.each(readable.map((provider) => [provider.id, provider] as const))(
    'is read by the engine of %s',
    (_id, provider) => {
      for (const values of [data, {}]) {
        const page = show(provider, values)
        expect(page).toContain('</html>')
        expect(page.replace(/<!--[\s\S]*?-->|<style[\s\S]*?<\/style>/g, '')).not.toMatch(/\{\{|\{%|\[object/)
      }
    },
  )

  function show(provider: Provider, values: Record<string, unknown>): string {
    const { html } = write(document, provider, { fields })
    const known = html.replace(/\{%\s*(?:unsub|view|web|manage)\w*\s*%\}|<%[^%]*%>/g, '#')
    const of = Object.fromEntries(lists.map((path) => [path, at(values, path) ?? []]))
    return (engines[provider.family] as Engine)(known, dataOf(provider, values, of))
  }
})

function at(values: Record<string, unknown>, path: string): unknown[] | undefined {
  return path
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], values) as
    unknown[] | undefined
}
