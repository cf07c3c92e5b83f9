/**
 * `bun scripts/clients/check-floors.ts` runs the suites of the client libraries, the examples of their READMEs and the story
 * against the executable on the oldest version of each language that they support.
 */
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { root } from '../compile.ts'
import { install, isInstalled } from '../contract/generators.ts'
import { report } from '../report.ts'
import { findFloor, floors } from './floors.ts'

const programs = mkdtempSync(join(tmpdir(), 'svc-floors-'))
const languages: string[] = []
let node = ''
for (const floor of floors) {
  const { installation, language, program, remedy, version } = floor
  if (installation !== undefined && !isInstalled(installation))
    await install(installation).catch((error: Error) => report(`${installation.name}: ${error.message}`))
  const found = findFloor(floor)
  if (found === undefined) {
    report(`${language} ${version} is NOT CHECKED: ${remedy}`)
    continue
  }
  report(`${language}: ${program} ${found.version}`)
  languages.push(language)
  // The tests themselves need a newer Node.
  if (program === 'node') node = found.path
  else symlinkSync(found.path, join(programs, program))
}
const environment = {
  ...process.env,
  PATH: `${programs}${delimiter}${process.env['PATH'] ?? ''}`,
  // Suites and programs of TypeScript run on Bun without it.
  SVC_CLIENT_NODE: node,
}
const tests = ['test/sdk/suites.test.ts', 'test/journeys/client-libraries/client-libraries.test.ts']
const { exitCode } = Bun.spawnSync(
  [process.execPath, 'test', '--timeout=300000', `--test-name-pattern=${languages.join('|')}`, ...tests],
  { cwd: root, env: environment, stdio: ['ignore', 'inherit', 'inherit'] },
)
rmSync(programs, { recursive: true, force: true })
process.exitCode = exitCode
