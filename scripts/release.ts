/** Builds dist/release: one executable per platform, SHA256SUMS and the bill of materials, all from this machine. */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import manifest from '../package.json' with { type: 'json' }
import { compile, root } from './compile.ts'
import { writePublicFiles } from './public-files.ts'
import { softwareBill } from './sbom.ts'
import { report } from './report.ts'

const targets = {
  'linux-x64': 'bun-linux-x64',
  'linux-x64-musl': 'bun-linux-x64-musl',
  'linux-arm64': 'bun-linux-arm64',
  'linux-arm64-musl': 'bun-linux-arm64-musl',
  'darwin-x64': 'bun-darwin-x64',
  'darwin-arm64': 'bun-darwin-arm64',
  'windows-x64.exe': 'bun-windows-x64',
} as const satisfies Record<string, Bun.Build.CompileTarget>

const folder = join(root, 'dist/release')
const wanted = process.argv.slice(2)
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
await writePublicFiles()

const sums: string[] = []
for (const [platform, target] of Object.entries(targets)) {
  if (wanted.length > 0 && !wanted.includes(platform)) continue
  const name = `svc-${manifest.version}-${platform}`
  await compile({ outfile: join(folder, name), target })
  sums.push(await sumOf(name))
}
const bill = `svc-${manifest.version}.cdx.json`
await Bun.write(join(folder, bill), `${JSON.stringify(softwareBill(manifest), null, 2)}\n`)
sums.push(await sumOf(bill))
await Bun.write(join(folder, 'SHA256SUMS'), `${sums.join('\n')}\n`)

async function sumOf(name: string): Promise<string> {
  const hash = new Bun.CryptoHasher('sha256').update(await Bun.file(join(folder, name)).arrayBuffer()).digest('hex')
  report(`${hash}  ${name}`)
  return `${hash}  ${name}`
}
