/**
 * `bun scripts/contract/run.ts` lists what breaks clients of the last release; with `--release` the contract becomes that
 * of the last release.
 */
import { join } from 'node:path'
import { apiDocument } from '../api-document.ts'
import { report } from '../report.ts'
import { breakingChanges } from './breaking.ts'
import { type Contract, contractOf, printContract } from './contract.ts'

const file = join(import.meta.dir, 'released.json')
const contract = contractOf(await apiDocument())
if (process.argv.includes('--release')) {
  await Bun.write(file, printContract(contract))
  report(`released: ${Object.keys(contract.operations).length} operations`)
} else {
  const changes = breakingChanges((await Bun.file(file).json()) as Contract, contract)
  report(changes.length === 0 ? 'nothing breaks clients of the last release' : changes.join('\n'))
  process.exitCode = changes.length === 0 ? 0 : 1
}
