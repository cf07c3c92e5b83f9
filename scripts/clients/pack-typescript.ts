/**
 * Packs the TypeScript client for npm: ESM, CommonJS and one set of declarations for each, without the sources.
 * `bun scripts/clients/pack-typescript.ts FOLDER` writes the files of the package into a folder.
 */
import { cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import manifest from '../../package.json' with { type: 'json' }
import { root } from '../compile.ts'
import { report } from '../report.ts'

const source = join(root, 'sdk/typescript')
const forms = [
  { format: 'esm', naming: 'index.js' },
  { format: 'cjs', naming: 'index.cjs' },
] as const

/** Throws with what the bundler or the compiler reports. */
export async function packTypescript(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const own = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as object
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ ...own, version: manifest.version }, null, 2)}\n`)
  cpSync(join(source, 'README.md'), join(folder, 'README.md'))
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
  for (const { format, naming } of forms) await bundle(folder, format, naming)
  await declare(folder)
}

async function bundle(outdir: string, format: 'esm' | 'cjs', naming: string): Promise<void> {
  // For Node, so that its Web Crypto is a module that the runtime has, whichever runtime it is.
  const built = await Bun.build({ entrypoints: [join(source, 'src/index.ts')], outdir, format, naming, target: 'node' })
  if (!built.success) throw new Error(built.logs.map(String).join('\n'))
}

/** One declaration file for each source file; those for `require` are the same under names that end in `.cts`. */
async function declare(folder: string): Promise<void> {
  const types = '--declaration --emitDeclarationOnly --strict --skipLibCheck --types bun-types'
  const form = '--target esnext --module esnext --moduleResolution bundler --lib esnext,dom,dom.iterable'
  const paths = `--allowImportingTsExtensions --rewriteRelativeImportExtensions --ignoreConfig --outDir ${folder}`
  const words = [...`${types} ${form} ${paths}`.split(' '), join(source, 'src/index.ts')]
  const run = Bun.spawn([join(root, 'node_modules/.bin/tsc'), ...words], { stdout: 'pipe', stderr: 'pipe' })
  const output = await new Response(run.stdout).text()
  if ((await run.exited) !== 0) throw new Error(output)
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((each) =>
    each.endsWith('.d.ts'),
  ))
    renameImports(folder, name)
}

function renameImports(folder: string, name: string): void {
  const text = readFileSync(join(folder, name), 'utf8')
  const withExtension = (extension: string) => text.replace(/(from ')(\.[^']*)\.ts'/g, `$1$2.${extension}'`)
  writeFileSync(join(folder, name), withExtension('js'))
  writeFileSync(join(folder, name.replace(/\.d\.ts$/, '.d.cts')), withExtension('cjs'))
}

const [, , folder] = process.argv
if (import.meta.main) {
  if (folder === undefined) throw new Error('Usage: bun scripts/clients/pack-typescript.ts FOLDER')
  await packTypescript(folder)
  report(folder)
}
