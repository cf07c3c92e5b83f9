import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import manifest from '../../package.json' with { type: 'json' }
import { root } from '../compile.ts'
import { bundleSdk, integrityOf, source } from './bundle.ts'
import { type Declarations, declareSdk, wrappers } from './declarations.ts'

type Files = Map<string, Uint8Array<ArrayBuffer>>

const bytesOf = (text: string) => new TextEncoder().encode(text)

/** The package of the SDK with what it is made of. */
export interface SdkPackage {
  /** What the service serves below /sdk/, by name: scripts, modules, declarations, the tarball under two names, and the list of them. */
  served: Files
  /** What is in the tarball, by path. */
  packed: Files
}

/** Makes every form of the SDK. The same source gives the same bytes. Throws with what bundler, compiler or packer say. */
export async function makeSdk(): Promise<SdkPackage> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-sdk-'))
  const [bundled, declared] = await Promise.all([bundleSdk(), declareSdk(join(folder, 'declarations'))])
  const packed = await packageFiles(bundled, declared)
  const tarball = await packTarball(join(folder, 'package'), packed)
  rmSync(folder, { recursive: true, force: true })
  const read = (name: string) => bundled.get(name) ?? new Uint8Array()
  const served: Files = new Map([
    ['svc.js', read('svc.js')],
    ['svc.mjs', read('svc.mjs')],
    ['svc.cjs', read('index.cjs')],
    ['svc-editor.js', read('svc-editor.js')],
    ['svc-editor.mjs', read('svc-editor.mjs')],
    ['svc.d.ts', bytesOf(declared.script)],
    ['svc.d.mts', bytesOf(declared.esm)],
    ['svc.d.cts', bytesOf(declared.cjs)],
    ['svc-browser.tgz', tarball],
    [`svc-browser-${manifest.version}.tgz`, tarball],
  ])
  const list = [...served].map(([name, bytes]) => [name, { bytes: bytes.length, integrity: integrityOf(bytes) }])
  for (const name of ['svc.js', 'svc.mjs', 'svc-editor.js', 'svc-editor.mjs'])
    served.set(`${name}.sri`, bytesOf(`${integrityOf(read(name))}\n`))
  const index = { name: 'svc-browser', version: manifest.version, files: Object.fromEntries(list) as unknown }
  served.set('index.json', bytesOf(`${JSON.stringify(index, null, 2)}\n`))
  return { served, packed }
}

/** Writes what the service serves of the SDK into dist/public/sdk; text is there packed only. */
export async function buildSdk(folder = join(root, 'dist/public/sdk')): Promise<void> {
  const { served } = await makeSdk()
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const [name, bytes] of served)
    if (/\.(?:tgz|sri)$/.test(name)) writeFileSync(join(folder, name), bytes)
    else writeFileSync(join(folder, `${name}.gz`), Bun.gzipSync(bytes, { level: 9 }))
}

async function packageFiles(bundled: Files, declared: Declarations): Promise<Files> {
  const text = (name: string) => readFileSync(join(source, name), 'utf8')
  const about = { ...(JSON.parse(text('package.json')) as object), version: manifest.version }
  const files: Files = new Map([
    ['package.json', bytesOf(`${JSON.stringify(about, null, 2)}\n`)],
    ['README.md', bytesOf(text('README.md'))],
    ['LICENSE', new Uint8Array(readFileSync(join(root, 'LICENSE')))],
    ['index.d.ts', bytesOf(declared.esm)],
    ['index.d.cts', bytesOf(declared.cjs)],
    ['svc.d.ts', bytesOf(declared.script)],
  ])
  for (const name of ['index.js', 'index.cjs', 'svc.js']) files.set(name, bundled.get(name) ?? new Uint8Array())
  for (const name of wrappers) {
    const types = declared.wrappers.get(name) ?? ''
    files.set(`${name}.js`, await bundleWrapper(name, 'esm'))
    files.set(`${name}.d.ts`, bytesOf(types))
    // Angular is there as modules only, and so is what imports it; elements exist in browsers only.
    if (name === 'angular' || name === 'element') continue
    files.set(`${name}.cjs`, await bundleWrapper(name, 'cjs'))
    files.set(`${name}.d.cts`, bytesOf(types.replaceAll('./index.js', './index.cjs')))
  }
  return files
}

/** A wrapper takes the SDK that is packed beside it: there is one copy of it, whichever way it is requested. */
async function bundleWrapper(name: (typeof wrappers)[number], format: 'esm' | 'cjs'): Promise<Uint8Array<ArrayBuffer>> {
  const built = await Bun.build({
    entrypoints: [join(source, `wrappers/${name}.ts`)],
    target: 'browser',
    format,
    minify: true,
    external: ['react', 'vue', '@angular/core'],
    plugins: [packedBeside(format === 'esm' ? './index.js' : './index.cjs')],
  })
  const [output] = built.outputs
  if (!built.success || output === undefined) throw new Error(built.logs.map(String).join('\n'))
  return new Uint8Array(await output.arrayBuffer())
}

function packedBeside(path: string): Bun.BunPlugin {
  return {
    name: 'packed beside',
    setup(build) {
      build.onResolve({ filter: /^\.\.\/index\.ts$/ }, () => ({ path, external: true }))
    },
  }
}

/** The tarball that npm takes. Bun packs every file with the same date and owner, so that equal files give equal bytes. */
async function packTarball(folder: string, files: Files): Promise<Uint8Array<ArrayBuffer>> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const [name, bytes] of files) writeFileSync(join(folder, name), bytes)
  const command = [process.execPath, 'pm', 'pack', '--ignore-scripts', '--quiet', '--filename', 'packed.tgz']
  const run = Bun.spawn(command, { cwd: folder, stdout: 'pipe', stderr: 'pipe' })
  const [out, err] = await Promise.all([new Response(run.stdout).text(), new Response(run.stderr).text()])
  if ((await run.exited) !== 0) throw new Error(`The package of the SDK cannot be packed: ${err}${out}`)
  return new Uint8Array(readFileSync(join(folder, 'packed.tgz')))
}
