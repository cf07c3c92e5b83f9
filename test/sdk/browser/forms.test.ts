/** The SDK as a package: its size, its three forms, its declarations. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundleSdk, declareSdk, integrityOf, packSdk, sdkBytes } from '../../../scripts/sdk.ts'
import { temporaryDirectory } from '../../support/store.ts'

const folder = temporaryDirectory()
let files: Map<string, Uint8Array>

beforeAll(async () => {
  files = await bundleSdk()
  for (const [name, bytes] of files) writeFileSync(join(folder, name), bytes)
})

const strict = '--ignoreConfig --noEmit --strict --target es2022 --lib es2022,dom --module nodenext'.split(' ')

/** What the compiler says of a program beside the declarations. */
async function compile(name: string, text: string): Promise<string[]> {
  writeFileSync(join(folder, name), text)
  const tsc = join(import.meta.dir, '../../../node_modules/.bin/tsc')
  const run = Bun.spawn([tsc, ...strict, '--types', '', join(folder, name)], { stdout: 'pipe' })
  return (await new Response(run.stdout).text()).split('\n').filter((line) => line !== '')
}

const methods = ['init', 'getHtml', 'setHtml', 'save', 'export', 'compile', 'preview', 'refreshSession', 'undo', 'redo']
const others = ['setMode', 'getMode', 'toggleVersionHistory', 'isInitialized', 'destroy', 'on', 'off', 'once']

describe('the SDK', () => {
  test('weighs at most 13,312 bytes in every form, and asks no package', () => {
    for (const [name, bytes] of files) {
      expect([name, bytes.length <= sdkBytes]).toEqual([name, true])
      expect(new TextDecoder().decode(bytes)).not.toMatch(/\brequire\(|\bfrom\s*["'][^."']/)
    }
  })

  test('is imported as a module, and required, with the same methods', async () => {
    const module = (await import(join(folder, 'index.js'))) as { default: Record<string, unknown>; createSvc: unknown }
    // oxlint-disable-next-line typescript/no-require-imports
    const required = require(join(folder, 'index.cjs')) as typeof module
    for (const form of [module, required]) {
      for (const name of [...methods, ...others]) expect(typeof form.default[name]).toBe('function')
      expect(typeof form.createSvc).toBe('function')
    }
  })

  test('comes with the integrity of its script', () => {
    const text = readFileSync(join(folder, 'svc.js.sri'), 'utf8').trim()
    expect(text).toBe(integrityOf(files.get('svc.js') ?? new Uint8Array()))
    expect(text).toMatch(/^sha384-[A-Za-z0-9+/]{64}$/)
  })

  test('is packed with one copy of itself, whichever framework asks for it', async () => {
    const packed = join(folder, 'node_modules/svc-browser')
    await packSdk(packed)
    const { exports } = (await Bun.file(join(packed, 'package.json')).json()) as { exports: Record<string, unknown> }
    for (const path of JSON.stringify(exports).match(/\.\/[\w./]+\.(?:d\.ts|c?js)(?=")/g) ?? [])
      expect([path, existsSync(join(packed, path))]).toEqual([path, true])
    for (const name of ['react', 'vue', 'angular'])
      expect(readFileSync(join(packed, `${name}.js`), 'utf8')).toMatch(/from\s*"\.\/index\.js"/)
    const program = "import svc, { SvcError } from 'svc-browser'\nexport const known = [svc.init, SvcError]"
    expect(await compile('packed.ts', program)).toEqual([])
  })

  test('declares what it is, for whoever writes TypeScript', async () => {
    const declared = join(folder, 'declared')
    await declareSdk(declared)
    const first = "import svc, { type PluginConfig, SvcError } from './declared/index.js'\n"
    const right = `${first}
      const config: PluginConfig = { pluginId: 'p', apiRequestData: { emailId: 'e', tenant: 7 }, getAuthToken: async () => 't', theme: 'dark' }
      svc.on('save', ({ emailId, savedAt }) => console.log(emailId.length, savedAt))
      svc.once('error', ({ code, isRecoverable }) => console.log(code, isRecoverable))
      export const done: Promise<'html' | 'zip' | 'pdf'> = svc.init(config).then(() => svc.export('zip')).then(({ format }) => format)
      export const failed = (error: unknown) => error instanceof SvcError && error.errorType === 'auth'`
    const wrong = `${first}
      void svc.export('exe')
      svc.on('saved', () => undefined)
      void svc.init({ pluginId: 'p', apiRequestData: { emailId: 'e' } })`
    expect(await compile('right.ts', right)).toEqual([])
    const lines = (await compile('wrong.ts', wrong)).map((line) => /wrong\.ts\((\d+),/.exec(line)?.[1])
    expect(lines.filter((line) => line !== undefined)).toEqual(['3', '4', '5'])
  })
})
