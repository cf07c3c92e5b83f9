/**
 * `bun scripts/contract/run.ts` lists what breaks clients of the last release and is not in accepted.ts; with `--release` the
 * contract becomes that of the last release.
 */
import { join } from 'node:path'
import { apiDocument } from '../api-document.ts'
import { report } from '../report.ts'
import { compareWithReleased } from './accepted.ts'
import { type Contract, contractOf, printContract } from './contract.ts'

const file = join(import.meta.dir, 'released.json')
const contract = contractOf(await apiDocument())
if (process.argv.includes('--release')) {
  await Bun.write(file, printContract(contract))
  report(`released: ${Object.keys(contract.operations).length} operations`)
} else {
  const { breaking, unused } = compareWithReleased((await Bun.file(file).json()) as Contract, contract)
  const lines = [...breaking, ...unused.map((change) => `accepted.ts names what is no change: ${change}`)]
  report(
    lines.length === 0 ? 'nothing breaks clients of the last release but what accepted.ts names' : lines.join('\n'),
  )
  process.exitCode = lines.length === 0 ? 0 : 1
}
