import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './compile.ts'

/** Files that browsers fetch and that come from packages: name below dist/public, source below node_modules. */
const files = {
  'docs/reference.js': '@scalar/api-reference/dist/browser/standalone.js',
} as const

/** Writes dist/public, the folder that the executable embeds. */
export async function writePublicFiles(): Promise<void> {
  const folder = join(root, 'dist/public')
  rmSync(folder, { recursive: true, force: true })
  for (const [name, source] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    copyFileSync(join(root, 'node_modules', source), join(folder, name))
  }
}
