/**
 * Every bar of DMARC with its verdict, in about five minutes on an idle machine: reading of aggregate reports of 1, 20 and
 * 200 MB beside parsedmarc and dmarc-metrics-exporter, storing on SQLite and Postgres (storing/run.ts), small reports by SMTP
 * (../inbound), analysis queries and the replay (analysis/run.ts), classes of sources and the predicted loss (truth/run.ts).
 * The peers are those of BENCH_PYTHON or python3, after `pip install parsedmarc dmarc-metrics-exporter`. They are not measured
 * at 200 MB, for which parsedmarc needs gigabytes and minutes.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { median, printTable } from '../table.ts'
import { printBars } from './bars.ts'
import { writeReport } from './reading/write-report.ts'

interface Figures {
  records: number
  messages: number
  seconds: number
  /** Peak memory from /proc: that of rusage includes the memory of the process that started this one. */
  megabytes: number
}

const rounds = 3
const python = process.env['BENCH_PYTHON'] ?? 'python3'
const folder = mkdtempSync(path.join(tmpdir(), 'dmarc-bench-'))
const here = (name: string) => path.join(import.meta.dir, 'reading', name)

const readers: { name: string; command: string[]; maxMegabytes: number }[] = [
  { name: 'svc', command: [process.execPath, here('read-here.ts')], maxMegabytes: 1000 },
  { name: 'svc, gzip', command: [process.execPath, here('read-here.ts')], maxMegabytes: 1000 },
]
for (const [name, module, script] of [
  ['parsedmarc', 'parsedmarc', 'read_parsedmarc.py'],
  ['dmarc-metrics-exporter', 'dmarc_metrics_exporter', 'read_exporter.py'],
] as const)
  if (hasModule(module)) readers.push({ name, command: [python, here(script)], maxMegabytes: 20 })
  else console.log(`*** MISSING: ${name} is not measured. Install it for ${python}: pip install ${name} ***\n`)

function hasModule(module: string): boolean {
  if (Bun.which(python) === null) return false
  return Bun.spawnSync([python, '-c', `import ${module}`], { stdio: ['ignore', 'ignore', 'ignore'] }).exitCode === 0
}

const rows: (string | number)[][] = []
const [largeSeconds, largeMegabytes]: number[][] = [[], []]
try {
  for (const megabytes of [1, 20, 200]) {
    const file = path.join(folder, `${megabytes}.xml`)
    const written = await writeReport(file, megabytes * 1_000_000)
    await Bun.write(`${file}.gz`, Bun.gzipSync(await Bun.file(file).bytes()))
    const measured = readers.filter(({ maxMegabytes }) => megabytes <= maxMegabytes)
    const figures = new Map(measured.map(({ name }) => [name, [] as ReturnType<typeof measure>[]]))
    // In turns, so that other load of the machine meets all of them.
    for (let round = 0; round < rounds; round++)
      for (const { command, name, maxMegabytes } of measured) {
        // A peer takes half a minute for 20 MB.
        if (round > 0 && megabytes === maxMegabytes) continue
        const found = measure([...command, name.endsWith('gzip') ? `${file}.gz` : file])
        if (found.records !== written.records || found.messages !== written.messages)
          throw new Error(`${name} reads ${found.records} records of ${written.records}`)
        figures.get(name)?.push(found)
        if (megabytes === 200) {
          largeSeconds?.push(found.seconds)
          largeMegabytes?.push(found.megabytes)
        }
      }
    for (const [name, all] of figures) {
      const seconds = median(all.map((each) => each.cpuSeconds))
      rows.push([
        `${megabytes} MB, ${written.records} records`,
        name,
        Math.round(written.records / seconds),
        (written.bytes / seconds / 1e6).toFixed(1),
        median(all.map((each) => each.seconds)).toFixed(2),
        Math.max(...all.map((each) => each.megabytes)),
      ])
    }
  }
} finally {
  rmSync(folder, { recursive: true })
}
printTable(['report', 'reader', 'records/s of CPU', 'MB/s of CPU', 'wall clock, s', 'peak RSS, MB'], rows)

console.log('')
printBars([
  { name: 'report of 200 MB, read', values: largeSeconds ?? [], unit: 's', max: 10 },
  { name: 'report of 200 MB, peak RSS of the reader', values: largeMegabytes ?? [], unit: 'MB', max: 200 },
])

for (const [title, script] of [
  ['Storing', 'dmarc/storing/run.ts'],
  ['Small reports by SMTP', 'inbound/bench.ts'],
  ['Analysis', 'dmarc/analysis/run.ts'],
  ['Classes of sources and predicted loss', 'dmarc/truth/run.ts'],
] as const) {
  console.log(`\n### ${title}\n`)
  const { exitCode } = Bun.spawnSync([process.execPath, path.join(import.meta.dir, '..', script)], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (exitCode !== 0) process.exitCode = 1
}

/** Processor time of the reading process, its start included. */
function measure(command: string[]): Figures & { cpuSeconds: number } {
  const child = Bun.spawnSync(command, { stdio: ['ignore', 'pipe', 'inherit'] })
  if (child.exitCode !== 0) throw new Error(`${command.join(' ')} failed`)
  const { cpuTime } = child.resourceUsage
  return {
    ...(JSON.parse(child.stdout.toString()) as Figures),
    cpuSeconds: Number(cpuTime.total) / 1e6,
  }
}
