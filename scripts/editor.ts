import { basename, join } from 'node:path'
import { type BrowserBundle, bundleForBrowser, writeBundle } from './browser-bundle.ts'
import { root } from './compile.ts'

/** Writes dist/public/editor. */
export async function buildEditor(folder = join(root, 'dist/public/editor')): Promise<BrowserBundle> {
  const bundle = await bundleEditor()
  writeBundle(folder, bundle)
  return bundle
}

/** Bundles the editor for browsers. Throws with the bundler's log. */
export async function bundleEditor(entry = join(root, 'src/editor/main.tsx')): Promise<BrowserBundle> {
  const checks = await bundleChecks()
  return bundleForBrowser({
    name: 'editor',
    entry,
    sheets: ['src/editor/**/*.css'],
    define: { checksScript: JSON.stringify(checks.name) },
    more: new Map([[checks.name, checks.bytes]]),
  })
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
