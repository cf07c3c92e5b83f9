/**
 * Runs the tests, all or those of the paths given, and ends with the line `N passed, N failed`.
 * Builds dist/svc first when it is stale, for the journeys run it. What stands still is ended, and counts as failed.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './compile.ts'
import { isBuildStale } from './stale-build.ts'
import { endStandstill, patienceMs } from './standstill.ts'

const report = join(root, 'dist/test-report.xml')
rmSync(report, { force: true })
if (isBuildStale()) await import('./build.ts')

const progress = mkdtempSync(join(tmpdir(), 'svc-progress-'))
const runner = Bun.spawn(
  [
    process.execPath,
    'test',
    '--parallel=2',
    '--timeout=300000',
    '--reporter=junit',
    `--reporter-outfile=${report}`,
    ...process.argv.slice(2),
  ],
  { cwd: root, env: { ...process.env, TEST_PROGRESS: progress }, stdio: ['ignore', 'inherit', 'inherit'] },
)
let livedAt = Date.now()
const watch = setInterval(() => {
  const { ended, living } = endStandstill(progress, Date.now())
  for (const line of ended) console.error(line)
  if (living > 0) livedAt = Date.now()
  // Nobody runs tests any more, and it waits for them.
  else if (Date.now() - livedAt > patienceMs) runner.kill('SIGKILL')
}, 10_000)
const code = await runner.exited
clearInterval(watch)
rmSync(progress, { recursive: true, force: true })
const { tests, failures } = counted()
// A file that cannot be loaded fails the run without a test of its own.
const failed = code !== 0 && failures === 0 ? 1 : failures
console.log(`${tests - failures} passed, ${failed} failed`)
process.exitCode = code !== 0 || failed > 0 || tests === 0 ? 1 : 0

/** The totals of the runner's own report. */
function counted(): { tests: number; failures: number } {
  const xml = existsSync(report) ? readFileSync(report, 'utf8') : ''
  const total = /<testsuites\b[^>]*>/.exec(xml)?.[0] ?? ''
  const read = (name: string) => Number(new RegExp(`\\b${name}="(\\d+)"`).exec(total)?.[1] ?? 0)
  return { tests: read('tests') - read('skipped'), failures: read('failures') + read('errors') }
}
