import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './compile.ts'

/** The most that the script may weigh, minified: about 13 KB (interface 1). */
export const sdkBytes = 13_312

const source = join(root, 'sdk/browser')

/** Frameworks with a wrapper of their own. */
const wrappers = ['react', 'vue', 'angular'] as const

/** The forms of the SDK by file name: for script tags, for modules as the service serves them, and for the package. */
const forms = [
  { file: 'svc.js', entry: 'script.ts', format: 'iife' },
  { file: 'svc.mjs', entry: 'served-module.ts', format: 'esm' },
  { file: 'index.js', entry: 'index.ts', format: 'esm' },
  { file: 'index.cjs', entry: 'index.ts', format: 'cjs' },
] as const

/** Bundles every form of the SDK; bytes by file name, with the integrity of the script. Throws with the bundler's log. */
export async function bundleSdk(): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>()
  for (const { file, entry, format } of forms) {
    const built = await Bun.build({ entrypoints: [join(source, entry)], target: 'browser', format, minify: true })
    const [output] = built.outputs
    if (!built.success || output === undefined) throw new Error(built.logs.map(String).join('\n'))
    files.set(file, new Uint8Array(await output.arrayBuffer()))
  }
  for (const file of ['svc.js', 'svc.mjs'])
    files.set(`${file}.sri`, new TextEncoder().encode(`${integrityOf(files.get(file) ?? new Uint8Array())}\n`))
  return files
}

/** The value of `integrity` for these bytes (Subresource Integrity 3.5). */
export function integrityOf(bytes: Uint8Array): string {
  return `sha384-${createHash('sha384').update(bytes).digest('base64')}`
}

/** Writes what the service serves of the SDK into dist/public/sdk, each file also packed. */
export async function buildSdk(folder = join(root, 'dist/public/sdk')): Promise<void> {
  const files = await bundleSdk()
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const name of ['svc.js', 'svc.js.sri', 'svc.mjs', 'svc.mjs.sri']) {
    const bytes = files.get(name) ?? new Uint8Array()
    writeFileSync(join(folder, name), bytes)
    if (!name.endsWith('.sri'))
      writeFileSync(join(folder, `${name}.gz`), Bun.gzipSync(bytes as Uint8Array<ArrayBuffer>, { level: 9 }))
  }
}

/** Writes the declarations of the package into a folder. Throws with what the compiler says. */
export async function declareSdk(folder: string): Promise<void> {
  const words = ['--declaration', '--emitDeclarationOnly', '--strict', '--skipLibCheck', '--types', '']
  const form = [
    '--target',
    'esnext',
    '--module',
    'esnext',
    '--moduleResolution',
    'bundler',
    '--lib',
    'esnext,dom,dom.iterable',
  ]
  const names = ['--allowImportingTsExtensions', '--rewriteRelativeImportExtensions', '--ignoreConfig']
  const command = [
    join(root, 'node_modules/.bin/tsc'),
    ...words,
    ...form,
    ...names,
    '--outDir',
    folder,
    join(source, 'index.ts'),
    ...wrappers.map((name) => join(source, `wrappers/${name}.ts`)),
  ]
  const run = Bun.spawn(command, { stdout: 'pipe', stderr: 'pipe' })
  const said = await new Response(run.stdout).text()
  if ((await run.exited) !== 0) throw new Error(said)
}

/** Wrappers take the SDK that is packed beside them: there is one copy of it, whichever way it is asked for. */
const packedBeside: Bun.BunPlugin = {
  name: 'packed beside',
  setup(build) {
    build.onResolve({ filter: /^\.\.\/index\.ts$/ }, () => ({ path: './index.js', external: true }))
  },
}

/** Writes the package for npm: the forms, the wrappers, the declarations, and what says so. */
export async function packSdk(folder = join(root, 'dist/sdk/browser')): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  await declareSdk(join(folder, 'types'))
  for (const [name, bytes] of await bundleSdk()) writeFileSync(join(folder, name), bytes)
  for (const name of wrappers) {
    const built = await Bun.build({
      entrypoints: [join(source, `wrappers/${name}.ts`)],
      target: 'browser',
      minify: true,
      external: ['react', 'vue', '@angular/core'],
      plugins: [packedBeside],
    })
    if (!built.success) throw new Error(built.logs.map(String).join('\n'))
    writeFileSync(join(folder, `${name}.js`), (await built.outputs[0]?.text()) ?? '')
  }
  for (const name of ['package.json', 'README.md']) cpSync(join(source, name), join(folder, name))
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
}
