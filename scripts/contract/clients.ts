/**
 * `bun scripts/contract/clients.ts` installs every client generator of generators.ts whose language is on this machine, and
 * runs the tests of all of them; with `--install` it only installs those of every run of the tests, and the scenarios for agent
 * servers.
 */
import { root } from '../compile.ts'
import { report } from '../report.ts'
import { isBuildStale } from '../stale-build.ts'
import { agentConformance } from './conformance.ts'
import { clientGenerators, install, isInstalled } from './generators.ts'

const isOnlyInstalling = process.argv.includes('--install')
const conformance = { ...agentConformance, needs: ['npm'], isInEveryRun: true }
for (const generator of [...clientGenerators, conformance]) {
  if (isInstalled(generator) || (isOnlyInstalling && !generator.isInEveryRun)) continue
  const missing = generator.needs.filter((program) => Bun.which(program) === null)
  if (missing.length > 0) report(`${generator.name} needs ${missing.join(' and ')}`)
  else
    await install(generator).catch((error: Error) => report(`${generator.name} cannot be installed: ${error.message}`))
}
if (!isOnlyInstalling) {
  if (isBuildStale()) await import('../build.ts')
  // As in scripts/test.ts: hooks, which have no time of their own, need longer than 5 seconds on a loaded machine.
  const command = [process.execPath, 'test', '--timeout=300000', 'test/app/generated-clients.test.ts']
  const tests = Bun.spawnSync(command, {
    cwd: root,
    env: { ...process.env, GENERATED_CLIENTS: 'all' },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  process.exitCode = tests.exitCode
}
