import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { generate, parse } from 'css-tree'
import { root } from './compile.ts'
import { openDoors } from './open-doors.ts'

/** What a page loads, by file names of its folder. */
export interface BundleManifest {
  script: string
  style: string
  /** Modules that the script imports at once. */
  preload: string[]
}

/** What a bundle came to, for anyone who watches its size. */
export interface BrowserBundle {
  manifest: BundleManifest
  /** Bytes by file name. */
  files: ReadonlyMap<string, Uint8Array>
}

export interface BundleOptions {
  /** The name of the style sheet, and of the folder below dist/public. */
  name: string
  entry: string
  /** Glob patterns of style sheets, whose files follow the kit's in order of names. */
  sheets: readonly string[]
  define?: Record<string, string>
  /** Files beside the bundle. */
  more?: ReadonlyMap<string, Uint8Array>
}

/** Bundles a browser application. Throws with the bundler's log. */
export async function bundleForBrowser({ name, entry, sheets, define, more }: BundleOptions): Promise<BrowserBundle> {
  const built = await Bun.build({
    entrypoints: [entry],
    target: 'browser',
    format: 'esm',
    splitting: true,
    plugins: [openDoors],
    minify: true,
    naming: { entry: '[name]-[hash].[ext]', chunk: 'chunk-[hash].[ext]' },
    define: { 'process.env.NODE_ENV': '"production"', ...define },
  })
  if (!built.success) throw new Error(built.logs.map(String).join('\n'))
  const files = new Map<string, Uint8Array>(more)
  let script = ''
  for (const output of built.outputs) {
    const file = basename(output.path)
    files.set(file, new Uint8Array(await output.arrayBuffer()))
    if (output.kind === 'entry-point') script = file
  }
  const css = new TextEncoder().encode(printStyle(sheets))
  const style = `${name}-${Bun.hash(css).toString(36)}.css`
  files.set(style, css)
  return { manifest: { script, style, preload: importedBy(script, files) }, files }
}

/**
 * Writes modules with hashed names and one style sheet, each packed, and the manifest. What is there already is left alone, for
 * another process may be reading it.
 */
export function writeBundle(folder: string, bundle: BrowserBundle): void {
  if (holds(folder, bundle)) return
  const draft = `${folder}.${process.pid}`
  mkdirSync(draft, { recursive: true })
  for (const [name, bytes] of bundle.files)
    writeFileSync(join(draft, `${name}.gz`), Bun.gzipSync(bytes as Uint8Array<ArrayBuffer>, { level: 9 }))
  writeFileSync(join(draft, 'manifest.json'), JSON.stringify(bundle.manifest))
  if (holds(folder, bundle)) rmSync(draft, { recursive: true })
  else {
    rmSync(folder, { recursive: true, force: true })
    renameSync(draft, folder)
  }
}

function holds(folder: string, { files, manifest }: BrowserBundle): boolean {
  const path = join(folder, 'manifest.json')
  if (!existsSync(path) || readFileSync(path, 'utf8') !== JSON.stringify(manifest)) return false
  return [...files.keys()].every((name) => existsSync(join(folder, `${name}.gz`)))
}

/** One style sheet: the kit first, its theme before everything, then the application's own, in order of names. */
function printStyle(own: readonly string[]): string {
  const sheets = ['src/ui/*/**/*.css', ...own].flatMap((pattern) =>
    [...new Set(new Bun.Glob(pattern).scanSync(root))].sort(),
  )
  const css = ['src/ui/theme.css', ...sheets].map((path) => readFileSync(join(root, path), 'utf8')).join('\n')
  // Bun's own bundler writes for browsers of 2020: it takes logical properties and light-dark() apart, wrongly.
  return generate(parse(css))
}

/** The modules that a module imports at once, and those that they do. */
function importedBy(name: string, files: ReadonlyMap<string, Uint8Array>, found = new Set<string>()): string[] {
  const code = new TextDecoder().decode(files.get(name))
  for (const [, other = ''] of code.matchAll(/(?:\bfrom|\bimport)\s*"\.\/([^"]+)"/g)) {
    if (other === name || found.has(other)) continue
    found.add(other)
    importedBy(other, files, found)
  }
  return [...found]
}
