/** The SDK in every form: its size, what modules and `require` answer, what it declares, and the package. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { elementBytes, integrityOf, sdkBytes } from '../../../scripts/sdk/bundle.ts'
import { type SdkPackage, makeSdk } from '../../../scripts/sdk/package.ts'
import { catalog } from '../../../src/kernel/errors/index.ts'
import { version } from '../../../src/app/version.ts'
import { temporaryDirectory } from '../../support/store.ts'

const folder = temporaryDirectory()
const installed = join(folder, 'node_modules/svc-browser')
let made: SdkPackage

beforeAll(async () => {
  made = await makeSdk()
  write(installed, made.packed)
  write(join(folder, 'served'), made.served)
})

function write(into: string, files: ReadonlyMap<string, Uint8Array>): void {
  for (const [name, bytes] of files) {
    mkdirSync(dirname(join(into, name)), { recursive: true })
    writeFileSync(join(into, name), bytes)
  }
}

const textOf = (name: string) => new TextDecoder().decode(made.packed.get(name))
const strict = '--ignoreConfig --noEmit --strict --target es2022 --lib es2022,dom'.split(' ')

async function compile(programs: Record<string, string>, ...options: string[]): Promise<string[]> {
  for (const [name, text] of Object.entries(programs)) writeFileSync(join(folder, name), text)
  const tsc = join(import.meta.dir, '../../../node_modules/.bin/tsc')
  const run = Bun.spawn([tsc, ...strict, ...options, '--types', '', ...Object.keys(programs)], {
    cwd: folder,
    stdout: 'pipe',
  })
  return (await new Response(run.stdout).text()).split('\n').filter((line) => line !== '')
}

const methods =
  'init getHtml setHtml save export compile preview refreshSession undo redo setDocument applyOperations update setMergeTags setMode getMode toggleVersionHistory publish unpublish requestReview withdrawReview approve reject isInitialized destroy on off once'.split(
    ' ',
  )

/** A program that uses all that is declared. */
const whole = `
import svc, { type ErrorCode, type Listener, type PluginConfig, type Review, type Svc, type SvcEvents, SvcError, createSvc } from 'svc-browser'
const config: PluginConfig = {
  pluginId: 'p', apiRequestData: { emailId: 'e', tenant: 7 }, getAuthToken: async () => 't', theme: 'dark', locale: 'de',
  baseUrl: 'https://editor.example.com', customCSS: '',
  customization: { branding: false, logoUrl: '/logo.png', primaryColor: '#3b5bdb', features: ['editor'] },
}
interface OwnData { emailId: string; tenant: string }
const ownData: OwnData = { emailId: 'e', tenant: 't' }
const tags = [{ key: 'a', label: 'A' }, { key: 'b' }] as const
const given: PluginConfig = {
  pluginId: 'p', apiRequestData: ownData, getAuthToken: () => 't', mergeTags: tags, customization: { features: ['editor', 'preview'] as const },
}
declare const maybe: { text: string | undefined; flag: boolean | undefined }
const optional: PluginConfig = {
  pluginId: 'p', apiRequestData: { emailId: 'e' }, getAuthToken: () => 't', locale: maybe.text, baseUrl: maybe.text, customCSS: maybe.text,
  readOnly: maybe.flag, startFrom: maybe.text, theme: undefined, container: undefined, session: undefined, mergeTags: undefined,
  customization: { branding: maybe.flag, logoUrl: maybe.text, primaryColor: maybe.text, features: undefined, checks: maybe.flag },
}
void svc.init(given)
void svc.init(optional)
svc.on('save', ({ emailId, savedAt }) => console.log(emailId.length, savedAt))
svc.once('error', ({ code, isRecoverable }) => console.log(code, isRecoverable))
const heard: Listener<'ready'> = ({ timestamp }) => void timestamp.toFixed()
svc.off('ready', heard)
export const events: Record<keyof SvcEvents, 1> = {
  initialized: 1, ready: 1, save: 1, exported: 1, error: 1, authExpired: 1, destroyed: 1, change: 1, selectionChanged: 1, modeChanged: 1, published: 1, unpublished: 1,
}
export const decided: Promise<Review['state'] | undefined> = svc.requestReview({ note: 'Ready' })
  .then(({ publication }) => svc.approve({ reviewId: publication.review?.id, note: maybe.text })).then(({ publication }) => publication.review?.state)
export const other: Svc = createSvc()
export const changed = [svc.update({ locale: maybe.text, theme: undefined }), svc.setMergeTags(tags), svc.setDocument(ownData), svc.applyOperations([{ op: 'remove', id: 'a' }])]
export const codes: ErrorCode[] = ['INVALID_ARGS', 'SAVE_FAILED', 'TOKEN_RIGHT_MISSING', 'NETWORK_ERROR']
export const done: Promise<'html' | 'zip' | 'pdf'> = svc.init(config).then(() => svc.export('zip')).then(({ format }) => format)
export const failed = (error: unknown) => error instanceof SvcError && error.code === 'RATE_LIMIT_EXCEEDED'
export const called: ['${methods.join("', '")}'][number][] = [] satisfies (keyof Svc)[]
`

describe('the SDK', () => {
  test('has at most 20,480 bytes in every format, and no dependency', () => {
    for (const [name, bytes] of [...made.served, ...made.packed].filter(([file]) =>
      /^(?:svc|index)\.[cm]?js$/.test(file),
    )) {
      expect([name, bytes.length <= sdkBytes]).toEqual([name, true])
      expect(new TextDecoder().decode(bytes)).not.toMatch(/\brequire\(|\bfrom\s*["'][^."']/)
    }
  })

  test('is imported as a module, and required, with the same methods', async () => {
    const module = (await import(join(installed, 'index.js'))) as {
      default: Record<string, unknown>
      createSvc: unknown
    }
    // oxlint-disable-next-line typescript/no-require-imports
    const required = require(join(installed, 'index.cjs')) as typeof module & Record<string, unknown>
    for (const form of [module.default, required.default, required]) {
      for (const name of methods) expect([name, typeof form[name]]).toEqual([name, 'function'])
    }
    for (const form of [module, required]) expect(typeof form.createSvc).toBe('function')
  })

  test('has a custom element in separate files', async () => {
    for (const name of ['svc-editor.js', 'svc-editor.mjs'])
      expect([name, (made.served.get(name)?.length ?? Infinity) <= elementBytes]).toEqual([name, true])
    expect(made.packed.get('element.js')?.length).toBeLessThan(elementBytes - sdkBytes)
    // Importing it on a server defines nothing.
    expect(
      typeof ((await import(join(installed, 'element.js'))) as { SvcEditorElement: unknown }).SvcEditorElement,
    ).toBe('function')
  })

  test('has the integrity of each file, and reproducible builds', async () => {
    const { files, version: listed } = JSON.parse(new TextDecoder().decode(made.served.get('index.json'))) as {
      files: Record<string, { bytes: number; integrity: string }>
      version: string
    }
    expect(listed).toBe(version)
    for (const [name, { bytes, integrity }] of Object.entries(files)) {
      const served = made.served.get(name) ?? new Uint8Array()
      expect([name, bytes, integrity]).toEqual([name, served.length, integrityOf(served)])
    }
    expect(files[`svc-browser-${version}.tgz`]?.integrity).toBe(files['svc-browser.tgz']?.integrity)
    const again = await makeSdk()
    expect([...again.served.keys()]).toEqual([...made.served.keys()])
    expect(again.served.get('svc-browser.tgz')).toEqual(made.served.get('svc-browser.tgz') as Uint8Array<ArrayBuffer>)
  })

  test('is bundled once, whichever frameworks import it', () => {
    const { exports, version: packed } = JSON.parse(textOf('package.json')) as { exports: object; version: string }
    expect(packed).toBe(version)
    for (const [, path = ''] of JSON.stringify(exports).matchAll(/"\.\/([\w./-]+)"(?!:)/g))
      expect([path, made.packed.has(path)]).toEqual([path, true])
    for (const name of ['react', 'vue', 'angular', 'element'])
      expect(textOf(`${name}.js`)).toMatch(/from\s*"\.\/index\.js"/)
    for (const name of ['react', 'vue']) expect(textOf(`${name}.cjs`)).toContain('require("./index.cjs")')
  })

  test('declares methods, events, configuration and codes for every module resolution', async () => {
    const required = `import svc = require('svc-browser')
      const config: svc.PluginConfig = { pluginId: 'p', apiRequestData: { emailId: 'e' }, getAuthToken: () => 't' }
      export const done = svc.init(config).then(() => svc.createSvc().export('html'))
      export const codeOf = (error: svc.SvcError): svc.ErrorCode => error.code`
    const global =
      "import 'svc-browser/svc.js'\nexport const made = [svc.createSvc().isInitialized(), window.svc.save()]"
    const node = { 'module.mts': whole, 'common.cts': whole, 'required.cts': required }
    expect(await compile(node, '--module', 'node16')).toEqual([])
    expect(await compile(node, '--module', 'nodenext')).toEqual([])
    expect(await compile(node, '--module', 'nodenext', '--exactOptionalPropertyTypes')).toEqual([])
    const element = `import type { SvcEditorAttributes, SvcEditorElement, SvcEditorEventMap } from 'svc-browser/element'
      const element: SvcEditorElement = document.createElement('svc-editor')
      element.getAuthToken = () => 't'
      element.addEventListener('ready', () => element.svc?.save().then(({ savedAt }) => savedAt))
      export const codeOf = ({ detail }: SvcEditorEventMap['error']) => detail.code
      export const attributes: SvcEditorAttributes = { 'plugin-id': 'p', 'email-id': 'e', 'read-only': '' }`
    const bundled = { 'bundled.ts': whole, 'global.ts': global, 'element.ts': element }
    expect(await compile(bundled, '--module', 'esnext', '--moduleResolution', 'bundler')).toEqual([])
  })

  test('has types that reject wrong calls', async () => {
    const wrong = `import svc, { SvcError } from 'svc-browser'
      void svc.export('exe')
      svc.on('saved', () => undefined)
      void svc.init({ pluginId: 'p', apiRequestData: { emailId: 'e' } })
      export const mistyped = (error: SvcError) => error.code === 'RATE_LIMIT'`
    const lines = (await compile({ 'wrong.ts': wrong }, '--module', 'nodenext')).map(
      (line) => /wrong\.ts\((\d+),/.exec(line)?.[1],
    )
    expect(lines.filter((line) => line !== undefined)).toEqual(['2', '3', '4', '5'])
  })

  test('declares only codes of the error catalog', () => {
    const listed = /type ErrorCode =([^;]*);/.exec(textOf('index.d.ts'))?.[1] ?? ''
    const codes = [...listed.matchAll(/'(\w+)'/g)].map(([, code]) => code)
    expect(codes.length).toBeGreaterThan(30)
    expect(codes.filter((code) => !Object.hasOwn(catalog, code ?? ''))).toEqual([])
  })
})
