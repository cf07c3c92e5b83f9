import { join } from 'node:path'
import { root } from './compile.ts'

/** Bundles the script of a page in src/app/pages into a folder of dist/public. Throws with the bundler's log. */
export async function buildPageScript(page: 'demo' | 'passkey', name: string): Promise<void> {
  const built = await Bun.build({
    entrypoints: [join(root, 'src/app/pages', page, 'client.ts')],
    target: 'browser',
    format: 'esm',
    minify: true,
    outdir: join(root, 'dist/public', name),
  })
  if (!built.success) throw new Error(built.logs.map(String).join('\n'))
}
