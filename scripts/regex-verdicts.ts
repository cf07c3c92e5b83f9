/**
 * Renews test/architecture/regex/verdicts.tsv: judges the regular expressions of src and sdk that are not in it, and takes out those
 * that are gone. With --all every one is judged anew, which takes some ten minutes.
 */
import { isLinear } from '../test/architecture/regex/judge.ts'
import { readVerdicts, writeVerdicts } from '../test/architecture/regex/verdicts.ts'
import { report } from './report.ts'

const judged = await writeVerdicts(process.argv.includes('--all'))
const slow = [...readVerdicts()].filter(([, verdict]) => !isLinear(verdict))
report(`${judged} judged; ${slow.length} take more than linear time:`)
for (const [key, { complexity }] of slow) report(`${complexity}\t${key}`)
// The agent of recheck waits for more.
process.exit(0)
