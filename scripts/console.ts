import { join } from 'node:path'
import { type BrowserBundle, bundleForBrowser, writeBundle } from './browser-bundle.ts'
import { root } from './compile.ts'

/** Writes dist/public/console. */
export async function buildConsole(folder = join(root, 'dist/public/console')): Promise<void> {
  writeBundle(folder, await bundleConsole())
}

/** Bundles the console for browsers. Throws with the bundler's log. */
export function bundleConsole(): Promise<BrowserBundle> {
  return bundleForBrowser({
    name: 'console',
    entry: join(root, 'src/console/main.tsx'),
    sheets: ['src/console/**/*.css'],
  })
}
