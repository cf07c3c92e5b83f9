/**
 * Renews test/architecture/regex/verdicts.tsv: evaluates the regular expressions of src and sdk that are not in it, and takes out those
 * that are gone. With --all every one is evaluated anew, which takes some ten minutes.
 */
import { isLinear } from '../test/architecture/regex/evaluate.ts'
import { readVerdicts, writeVerdicts } from '../test/architecture/regex/verdicts.ts'
import { report } from './report.ts'

const evaluated = await writeVerdicts(process.argv.includes('--all'))
const slow = [...readVerdicts()].filter(([, verdict]) => !isLinear(verdict))
report(`${evaluated} evaluated; ${slow.length} take more than linear time:`)
for (const [key, { complexity }] of slow) report(`${complexity}\t${key}`)
// The agent of recheck waits for more.
process.exit(0)
