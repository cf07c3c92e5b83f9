import { join } from 'node:path'
import { root } from './compile.ts'

/** Bundles the script of /demo into dist/public/demo. Throws with the bundler's log. */
export async function buildDemo(folder = join(root, 'dist/public/demo')): Promise<void> {
  const built = await Bun.build({
    entrypoints: [join(root, 'src/app/pages/demo/client.ts')],
    target: 'browser',
    format: 'esm',
    minify: true,
    outdir: folder,
  })
  if (!built.success) throw new Error(built.logs.map(String).join('\n'))
}
