/** Every JavaScript block of docs/embed.md and of the README of the SDK agrees with the types of the SDK. */
import { expect, test } from 'bun:test'
import { readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryDirectory } from '../support/store.ts'

const root = join(import.meta.dir, '../..')

/** What the blocks take for granted: the SDK of a script tag, and functions of the host page. */
const environment = `
import type { PluginConfig, Svc } from 'svc-browser'
declare global {
  const svc: Svc & { createSvc(): Svc }
  const config: PluginConfig
  function editorToken(userId: number): string
  function openMediaLibrary(options: object): Promise<{ href: string; caption: string } | undefined>
  function openProductSearch(options: object): Promise<{ url: string } | undefined>
  function signIn(): Promise<void>
  interface Document {
    getElementById(id: 'editor'): HTMLIFrameElement
  }
}
`

/** Each block as a module that begins at the line of its page; null for those that are no program of a page. */
function programsIn(page: string): { name: string; program: string }[] {
  const text = readFileSync(join(root, page), 'utf8')
  return [...text.matchAll(/^```(js|html)\n([^]*?)^```$/gm)].flatMap(({ index, 1: language, 2: block = '' }) => {
    const line = text.slice(0, index).split('\n').length
    const code = language === 'js' ? block : (/<script>\n([^]*?)<\/script>/.exec(block)?.[1] ?? '')
    if (code === '') return []
    // The page has its names to itself: no block sees those of another.
    return [{ name: `${page.replaceAll(/\W/g, '-')}-${line}.js`, program: `${code}\nexport {}\n` }]
  })
}

test('the blocks for host pages compile', async () => {
  const folder = temporaryDirectory()
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const programs = ['docs/embed.md', 'docs/editor.md', 'sdk/browser/README.md'].flatMap(programsIn)
  expect(programs.length).toBeGreaterThan(15)
  for (const { name, program } of programs) await Bun.write(join(folder, name), program)
  await Bun.write(join(folder, 'environment.d.ts'), environment)
  const compilerOptions = {
    allowJs: true,
    checkJs: true,
    noImplicitAny: false,
    strictNullChecks: false,
    exactOptionalPropertyTypes: false,
    verbatimModuleSyntax: false,
    typeRoots: [join(root, 'node_modules')],
    paths: { 'svc-browser': [join(root, 'sdk/browser/index.ts')] },
  }
  const config = { extends: join(root, 'tsconfig.json'), compilerOptions, include: ['*.js', 'environment.d.ts'] }
  await Bun.write(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const compiler = Bun.spawn([join(root, 'node_modules/.bin/tsc'), '-p', folder, '--pretty', 'false'], {
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out] = await Promise.all([new Response(compiler.stdout).text(), compiler.exited])
  expect(out).toBe('')
})
