/** Reads one report in a process of its own. */
import { readerDeps } from '../../../src/app/report-reader.ts'
import { readReports } from '../../../src/deliverability/reports/index.ts'

const start = performance.now()
let [records, messages] = [0, 0]
const nothing = () => undefined
await readReports(
  { bytes: Bun.file(process.argv[2] ?? '').stream() },
  {
    begin: nothing,
    records: (batch) => {
      records += batch.length
      for (const { count } of batch) messages += count
    },
    end: nothing,
    failure: nothing,
    tls: nothing,
    rejected: ({ reason }) => {
      throw new Error(reason)
    },
  },
  { now: Date.now(), deps: readerDeps },
)
const seconds = (performance.now() - start) / 1000
const [, kilobytes] = /^VmHWM:\s*(\d+)/m.exec(await Bun.file('/proc/self/status').text()) ?? []
console.log(JSON.stringify({ records, messages, seconds, megabytes: Math.round(Number(kilobytes) / 1024) }))
