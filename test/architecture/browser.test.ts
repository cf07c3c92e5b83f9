import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { bundleEditor } from '../../scripts/editor.ts'
import { repository } from './source-tree.ts'

const modules = [
  'kernel/errors',
  'kernel/events',
  'kernel/ids',
  'kernel/schema',
  'email/web',
  'email/data',
  'email/document',
  'email/render',
  'email/blocks',
  'email/mjml',
  'email/lint',
]

// The bundler swaps some node modules for browser stand-ins without a word, so these are looked for in the output too.
const forbidden = /\b(?:node|bun):[a-z]+|\bprocess\.(?!env\.NODE_ENV)\w+|\bBun\.\w+/

for (const module of modules)
  test(`${module} runs in a browser`, async () => {
    const built = await Bun.build({
      entrypoints: [join(repository, 'src', module, 'index.ts')],
      target: 'browser',
      format: 'esm',
      define: { 'process.env.NODE_ENV': '"production"' },
    })
    const code = await built.outputs[0]?.text()
    expect(code?.length ?? 0).toBeGreaterThan(100)
    expect(forbidden.exec(code ?? '')?.[0]).toBeUndefined()
  })

test('the editor runs in a browser', async () => {
  const { files } = await bundleEditor()
  const scripts = [...files].filter(([name]) => name.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(1)
  // Minified, a property before a colon looks like a name of node's.
  const asked = /["'](?:node|bun):[a-z]+["']|\bprocess\.(?!env\.NODE_ENV)\w+|\bBun\.\w+/
  for (const [, bytes] of scripts) expect(asked.exec(new TextDecoder().decode(bytes))?.[0]).toBeUndefined()
})

test('the check for a browser sees a node module', () => {
  expect(forbidden.test("import { readFile } from 'node:fs'")).toBe(true)
  expect(forbidden.test('Bun.hash(1)')).toBe(true)
})
