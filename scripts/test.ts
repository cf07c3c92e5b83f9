/**
 * Runs the tests, all or those whose path contains one of the arguments, and ends with the slowest files, what failed and why,
 * and the line `N passed, N failed`.
 * Builds dist/svc first when it is stale, for the journeys run it. What stands still is ended, and counts as failed.
 * The slowest files start first, by the durations in test/timings.json; `--update-timings` writes those of this run.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir, totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Parser } from 'htmlparser2'
import { type Store, databaseFile, migrate, openStore } from '../src/platform/storage/index.ts'
import { publishStarters, starters } from '../src/surfaces/templates/index.ts'
import { root } from './compile.ts'
import { isBuildStale } from './stale-build.ts'
import { endStandstill, timeoutMs } from './standstill.ts'

const report = join(root, 'dist/test-report.xml')
// More than one per core, for many tests wait: for a timeout of the product, a browser or a server. Each has 2 GB, which a
// browser and a Postgres server fit in.
const workers = Math.max(2, Math.min(2 * availableParallelism(), Math.floor(totalmem() / 2 ** 31)))
rmSync(report, { force: true })
if (isBuildStale()) await import('./build.ts')
const [flags, parts] = splitArguments(process.argv.slice(2))
const files = findTests(parts).map((file) => `./${file}`)
const worker = await bundleWorker()
const stores = await prepareStores()

const progress = mkdtempSync(join(tmpdir(), 'svc-progress-'))
// A line for each thing that this machine lacks, from every process that noticed (test/support/missing.ts).
const missing = join(mkdtempSync(join(tmpdir(), 'svc-missing-')), 'list')
writeFileSync(missing, '')
const runner = Bun.spawn(
  [
    process.execPath,
    'test',
    `--parallel=${workers}`,
    // A process keeps what is costly to load or start for its next file: modules, threads, a browser.
    '--no-isolate',
    '--timings=test/timings.json',
    '--timeout=300000',
    '--reporter=junit',
    `--reporter-outfile=${report}`,
    ...flags,
    ...files,
  ],
  {
    cwd: root,
    env: {
      ...process.env,
      TEST_PROGRESS: progress,
      TEST_MISSING: missing,
      TEST_WORKER: worker,
      TEST_STORE: stores.migrated,
      TEST_SERVICE_STORE: stores.withStarters,
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  },
)
let livedAt = Date.now()
const watch = setInterval(() => {
  const { ended, living } = endStandstill(progress, Date.now())
  for (const line of ended) console.error(line)
  if (living > 0) livedAt = Date.now()
  // Nobody runs tests any more, and it waits for them.
  else if (Date.now() - livedAt > timeoutMs) runner.kill('SIGKILL')
}, 10_000)
const code = await runner.exited
clearInterval(watch)
rmSync(progress, { recursive: true, force: true })
const lacking = [...new Set(readFileSync(missing, 'utf8').split('\n'))].filter((line) => line !== '').sort()
rmSync(dirname(missing), { recursive: true, force: true })
const { tests, failures, skipped, slowest, reasons } = readReport()
// A file that cannot be loaded fails the run without a test of its own.
const failed = code !== 0 && failures === 0 ? 1 : failures
for (const { file, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(6)} s ${file}`)
if (lacking.length > 0)
  console.log(
    `\n${skipped} TESTS SKIPPED, because this machine lacks:\n${lacking.map((line) => `  ${line}\n`).join('')}`,
  )
// Repeated here, because a CI service may keep only the end of a long output.
for (const reason of reasons) console.log(`\n${reason}`)
console.log(`${tests - failures} passed, ${failed} failed`)
process.exitCode = code !== 0 || failed > 0 || tests === 0 ? 1 : 0

/** Flags of the runner, and parts of paths. */
function splitArguments(given: string[]): [string[], string[]] {
  return [given.filter((each) => each.startsWith('-')), given.filter((each) => !each.startsWith('-'))]
}

/** The test files whose path contains one of the parts, all without parts; relative to the root. Throws if one has none. */
function findTests(parts: string[]): string[] {
  const all = [...new Bun.Glob('test/**/*.test.ts').scanSync(root)].toSorted()
  const wanted = parts.map((part) => part.replace(/^\.\//, ''))
  const lost = wanted.find((part) => !all.some((file) => file.includes(part)))
  if (lost !== undefined)
    throw new Error(
      `No test file has a path that contains “${lost}”. Write the value of a flag after =: --test-name-pattern=…`,
    )
  return all.filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)))
}

/** One file for the service's threads, as in the executable: a thread loads it 0.5 s faster than 1,000 modules. */
async function bundleWorker(): Promise<string> {
  // As deep as the modules that read files of the repository (src/app/tasks).
  const outdir = join(root, 'dist/test/worker')
  const entry = join(root, 'src/app/worker.ts')
  const { success, logs } = await Bun.build({
    entrypoints: [entry],
    outdir,
    target: 'bun',
    splitting: true,
    sourcemap: 'linked',
  })
  if (!success) throw new Error(logs.map(String).join('\n'))
  return pathToFileURL(join(outdir, 'worker.js')).href
}

/**
 * Databases of SQLite that test/support/store.ts copies, for hundreds of stores are opened: migrations take 50 ms, the public
 * templates of a service 250 ms.
 */
async function prepareStores(): Promise<{ migrated: string; withStarters: string }> {
  const folder = join(root, 'dist/test/store')
  rmSync(folder, { recursive: true, force: true })
  const prepare = async (name: string, change: (store: Store) => Promise<unknown>) => {
    const dataDir = join(folder, name)
    mkdirSync(dataDir, { recursive: true })
    const opened = await openStore({ dataDir })
    await migrate(opened)
    await change(opened)
    await opened.close()
    return join(dataDir, databaseFile)
  }
  return {
    migrated: await prepare('migrated', async () => {}),
    withStarters: await prepare('starters', (store) => store.tx((db) => publishStarters(db, starters))),
  }
}

interface Report {
  tests: number
  failures: number
  skipped: number
  /** The ten files that took longest, the slowest first. */
  slowest: { file: string; seconds: number }[]
  /** File, name and error of each test that failed. */
  reasons: string[]
}

/** What the runner's own report says; nothing when there is none. */
function readReport(): Report {
  const xml = existsSync(report) ? readFileSync(report, 'utf8') : ''
  const attribute = (tag: string, name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? ''
  const total = /<testsuites\b[^>]*>/.exec(xml)?.[0] ?? ''
  const count = (name: string) => Number(attribute(total, name))
  // Files are suites at the first level; what is further in is a part of one.
  const files = (xml.match(/^ {2}<testsuite\b[^>]*>/gm) ?? []).map((suite) => ({
    file: attribute(suite, 'file'),
    seconds: Number(attribute(suite, 'time')),
  }))
  return {
    tests: count('tests') - count('skipped'),
    failures: count('failures') + count('errors'),
    skipped: count('skipped'),
    slowest: files.sort((one, other) => other.seconds - one.seconds).slice(0, 10),
    reasons: readReasons(xml),
  }
}

// The runner writes the groups of a test with the innermost first.
function readReasons(xml: string): string[] {
  const reasons: string[] = []
  let title = ''
  const parser = new Parser(
    {
      onopentag(tag, { file, classname = '', name, message }) {
        if (tag === 'testcase') title = `${file}: ${name}${classname === '' ? '' : `, in ${classname}`}`
        if (tag === 'failure' || tag === 'error') reasons.push(`${title}\n${message ?? 'without a message'}`)
      },
    },
    { xmlMode: true },
  )
  parser.end(xml)
  return reasons
}
