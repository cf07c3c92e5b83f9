/**
 * Reading of DMARC aggregate reports of 1, 20 and 200 MB: records and bytes a second of processor time, and peak memory.
 * Peers: parsedmarc, and dmarc-metrics-exporter, in the Python of BENCH_PYTHON (pip install parsedmarc
 * dmarc-metrics-exporter); they are not measured at 200 MB, for which parsedmarc needs gigabytes and minutes. Then the classes
 * of sources and the predicted loss in worlds whose truth is known (truth/run.ts).
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { median, printTable } from '../table.ts'
import { writeReport } from './reading/write-report.ts'

interface Figures {
  records: number
  messages: number
  seconds: number
  /** Peak memory from /proc: that of rusage includes the memory of the process that started this one. */
  megabytes: number
}

const rounds = 3
const python = process.env['BENCH_PYTHON']
const folder = mkdtempSync(path.join(tmpdir(), 'dmarc-bench-'))
const here = (name: string) => path.join(import.meta.dir, 'reading', name)

const readers: { name: string; command: string[]; maxMegabytes: number }[] = [
  { name: 'svc', command: [process.execPath, here('read-here.ts')], maxMegabytes: 1000 },
  { name: 'svc, gzip', command: [process.execPath, here('read-here.ts')], maxMegabytes: 1000 },
]
if (python === undefined) console.log('Set BENCH_PYTHON to measure parsedmarc and dmarc-metrics-exporter.\n')
else
  readers.push(
    { name: 'parsedmarc', command: [python, here('read_parsedmarc.py')], maxMegabytes: 20 },
    { name: 'dmarc-metrics-exporter', command: [python, here('read_exporter.py')], maxMegabytes: 20 },
  )

const rows: (string | number)[][] = []
try {
  for (const megabytes of [1, 20, 200]) {
    const file = path.join(folder, `${megabytes}.xml`)
    const written = await writeReport(file, megabytes * 1_000_000)
    await Bun.write(`${file}.gz`, Bun.gzipSync(await Bun.file(file).bytes()))
    const measured = readers.filter(({ maxMegabytes }) => megabytes <= maxMegabytes)
    const figures = new Map(measured.map(({ name }) => [name, [] as ReturnType<typeof measure>[]]))
    // In turns, so that other load of the machine meets all of them.
    for (let round = 0; round < rounds; round++)
      for (const { command, name } of measured) {
        const found = measure([...command, name.endsWith('gzip') ? `${file}.gz` : file])
        if (found.records !== written.records || found.messages !== written.messages)
          throw new Error(`${name} reads ${found.records} records of ${written.records}`)
        figures.get(name)?.push(found)
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
const truth = Bun.spawnSync([process.execPath, path.join(import.meta.dir, 'truth', 'run.ts')], {
  stdio: ['ignore', 'inherit', 'inherit'],
})
process.exitCode = truth.exitCode

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
