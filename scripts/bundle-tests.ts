import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './compile.ts'

const folder = join(root, 'dist/test/bundle')

/** What runs before each test file; it shares its modules with them, so it is bundled with them. */
const preload = 'test/support/preload.ts'

export interface TestBundle {
  /** Absolute paths of the bundled test files. */
  files: string[]
  preload: string
  /** Text of the runner, with the names of the sources. */
  nameSources(text: string): string
  /** Text with the names of the sources, with those of the bundle. */
  nameBundled(text: string): string
}

/**
 * Bundles test files, given relative to the root, with everything of the repository that they import. Each file runs with
 * modules of its own, and to parse the thousand modules of the service takes a second of processor time, to load what the
 * bundler has parsed a third of that. Packages stay outside. Throws with the bundler's log.
 */
export async function bundleTests(files: readonly string[]): Promise<TestBundle> {
  rmSync(folder, { recursive: true, force: true })
  const { success, logs } = await Bun.build({
    entrypoints: [preload, ...files].map((file) => join(root, file)),
    root,
    outdir: folder,
    target: 'bun',
    format: 'esm',
    splitting: true,
    packages: 'external',
    sourcemap: 'linked',
    define: { 'process.env.NODE_ENV': '"test"' },
    naming: { entry: '[dir]/[name].[ext]', chunk: 'chunks/[name]-[hash].[ext]', asset: 'assets/[name]-[hash].[ext]' },
    plugins: [{ name: 'paths of sources', setup: keepSourcePaths }],
  })
  if (!success) throw new Error(logs.map(String).join('\n'))
  const bundled = (file: string) => join(folder, file.replace(/\.tsx?$/, '.js'))
  return {
    files: files.map(bundled),
    preload: bundled(preload),
    nameBundled: (text) => text.replaceAll(/\b(test\/[\w./-]+\.test)\.ts\b/g, 'dist/test/bundle/$1.js'),
    nameSources: (text) => text.replaceAll(/(?:\.\/)?dist\/test\/bundle\/(test\/[\w./-]+\.test)\.js/g, '$1.ts'),
  }
}

/** Modules that read files beside them find those of the repository. */
function keepSourcePaths(build: Bun.PluginBuilder): void {
  build.onLoad({ filter: /\.tsx?$/ }, async ({ path, loader }) => {
    const source = await Bun.file(path).text()
    const values: Record<string, string> = { url: pathToFileURL(path).href, dir: dirname(path), path }
    const contents = source
      .replaceAll(/\bimport\.meta\.(url|dir|path)\b/g, (_, name: string) => JSON.stringify(values[name]))
      .replaceAll(/\bimport\.meta\.main\b/g, 'false')
    return { contents, loader }
  })
}
