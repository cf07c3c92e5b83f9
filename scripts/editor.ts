import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { generate, parse } from 'css-tree'
import { root } from './compile.ts'
import { openDoors } from './open-doors.ts'

/** What the page of the editor loads, by names below /editor/assets. */
export interface EditorManifest {
  script: string
  style: string
  /** Modules that the script imports at once. */
  preload: string[]
}

/** What a bundle came to, for whoever watches its size. */
export interface EditorBundle {
  manifest: EditorManifest
  /** Bytes by file name. */
  files: ReadonlyMap<string, Uint8Array>
}

/**
 * Writes dist/public/editor: modules with hashed names and one style sheet, each packed, and the manifest. What is there
 * already is left alone, for another process may be reading it.
 */
export async function buildEditor(folder = join(root, 'dist/public/editor')): Promise<EditorBundle> {
  const bundle = await bundleEditor()
  if (holds(folder, bundle)) return bundle
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
  return bundle
}

function holds(folder: string, { files, manifest }: EditorBundle): boolean {
  const path = join(folder, 'manifest.json')
  if (!existsSync(path) || readFileSync(path, 'utf8') !== JSON.stringify(manifest)) return false
  return [...files.keys()].every((name) => existsSync(join(folder, `${name}.gz`)))
}

/** Bundles the editor for browsers. Throws with the bundler's log. */
export async function bundleEditor(entry = join(root, 'src/editor/main.tsx')): Promise<EditorBundle> {
  const checks = await bundleChecks()
  const built = await Bun.build({
    entrypoints: [entry],
    target: 'browser',
    format: 'esm',
    splitting: true,
    plugins: [openDoors],
    minify: true,
    naming: { entry: '[name]-[hash].[ext]', chunk: 'chunk-[hash].[ext]' },
    define: { 'process.env.NODE_ENV': '"production"', checksScript: JSON.stringify(checks.name) },
  })
  if (!built.success) throw new Error(built.logs.map(String).join('\n'))
  const files = new Map<string, Uint8Array>([[checks.name, checks.bytes]])
  let script = ''
  for (const output of built.outputs) {
    const name = basename(output.path)
    files.set(name, new Uint8Array(await output.arrayBuffer()))
    if (output.kind === 'entry-point') script = name
  }
  const css = new TextEncoder().encode(printStyle())
  const style = `editor-${Bun.hash(css).toString(36)}.css`
  files.set(style, css)
  return { manifest: { script, style, preload: importedBy(script, files) }, files }
}

/** The worker that looks emails over, by itself: chunks that it shared with the page would make the first image's smaller and more. */
async function bundleChecks(): Promise<{ name: string; bytes: Uint8Array }> {
  const built = await Bun.build({
    entrypoints: [join(root, 'src/editor/checks/worker.ts')],
    target: 'browser',
    format: 'esm',
    minify: true,
    naming: { entry: 'checks-[hash].[ext]' },
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  const [output] = built.outputs
  if (!built.success || output === undefined) throw new Error(built.logs.map(String).join('\n'))
  return { name: basename(output.path), bytes: new Uint8Array(await output.arrayBuffer()) }
}

/** The style sheet of the editor: the kit first, its theme before everything, then the editor's own, in order of names. */
function printStyle(): string {
  const sheets = ['src/ui/*/**/*.css', 'src/editor/**/*.css'].flatMap((pattern) =>
    [...new Bun.Glob(pattern).scanSync(root)].sort(),
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
