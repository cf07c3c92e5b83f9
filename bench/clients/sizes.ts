import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { run } from '../../scripts/contract/generators.ts'

const imports = 5
const source = /\.(ts|py|go|php|rb)$/

/** Bytes of the source files that a program loads. */
export function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => source.test(name) && !/(^|\/)(tests?|sig)\/|_test\.go$/.test(name))
    .reduce((sum, name) => sum + statSync(path.join(folder, name)).size, 0)
}

export const kilobytes = (bytes: number) => `${Math.round(bytes / 1000).toLocaleString('en-US')} kB`

/** The fastest of several runs of a program that prints milliseconds; the first lets the language cache what it compiled. */
export async function fastestImport(command: readonly string[], folder: string): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < imports; round++) times.push(Number(await run(command, folder)))
  return Math.min(...times)
}

/** Imports a TypeScript client as one module of JavaScript, as packages contain it. */
export async function bundledImport(folder: string, entry: string): Promise<number> {
  const built = await Bun.build({
    entrypoints: [path.join(folder, entry)],
    outdir: path.join(folder, 'bundle'),
    naming: 'index.mjs',
    target: 'node',
  })
  if (!built.success) throw new Error(built.logs.map(String).join('\n'))
  const program = `const start = performance.now(); await import('./bundle/index.mjs'); console.log(performance.now() - start)`
  return fastestImport([process.execPath, '-e', program], folder)
}
