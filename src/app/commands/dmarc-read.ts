import { type AggregateHeader, type ReportSink, readReports } from '../../deliverability/reports/index.ts'
import { readerDeps } from '../report-reader.ts'
import { type Call, type Command, exit } from './command.ts'
import { counted } from './counted.ts'
import { listFiles } from './dmarc/list-files.ts'
import { percent, printAggregate, printFailure, printRejection, printTls } from './dmarc/print-report.ts'
import { Tally } from './dmarc/tally.ts'
import { complain } from './document-file.ts'

/** Reads reports without server and store. */
export const readDmarcCommand: Command = {
  settings: false,
  operands: ['FILE…'],
  details: [
    'FILE is a DMARC aggregate report, a failure report or a TLS report, as XML, JSON, gzip, ZIP or mail, within each other;',
    'a folder is read with its folders; - reads standard input. The content decides, not the name.',
    'Prints who reports on which range and policy, the messages of each source, and whether and why they are aligned.',
    'Local parts of email addresses in failure reports are replaced by hashes, and subjects are removed.',
  ].join('\n'),
  options: [
    { flag: '--all', meaning: 'List every source instead of the 20 largest of a report.' },
    { flag: '--unredacted', meaning: 'Show email addresses and subjects of failure reports.' },
    { flag: '--json', meaning: 'As JSON, one report or rejection a line.' },
  ],
  failure: 'a file cannot be read, or is or contains no valid report',
  run: async (call) => {
    const { operands, terminal } = call
    const { files, problems } = await listFiles(operands)
    complain(terminal, problems, exit.failed)
    const totals: Totals = { reports: 0, rejected: 0, messages: 0, aligned: 0 }
    for (const file of files) await readFile(file, call, totals)
    if (files.length === 0 && problems.length === 0) complain(terminal, ['the folder contains no file'], exit.failed)
    if (!call.has('--json')) terminal.err(summaryOf(totals, files.length))
    return totals.reports > 0 && totals.rejected + problems.length === 0 ? exit.ok : exit.failed
  },
}

interface Totals {
  reports: number
  rejected: number
  messages: number
  aligned: number
}

async function readFile(file: string, call: Call, totals: Totals): Promise<void> {
  const { has, terminal } = call
  const bytes = file === '-' ? terminal.inputBytes() : Bun.file(file).stream()
  const name = file === '-' ? 'standard input' : file
  try {
    await readReports({ name, bytes }, printingSink(call, totals, name), {
      now: Date.now(),
      keepsPersonalData: has('--unredacted'),
      deps: readerDeps,
    })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    totals.rejected++
    complain(terminal, [`${name}: cannot be read (${String(error.code)})`], exit.failed)
  }
}

function printingSink({ has, terminal }: Call, totals: Totals, file: string): ReportSink {
  let current: { header: AggregateHeader; tally: Tally; names: readonly string[] } | undefined
  const isJson = has('--json')
  const print = (value: object, text: () => string) => {
    terminal.out(isJson ? JSON.stringify(value) : `${text()}\n\n`)
  }
  return {
    begin: (header, { names }) => {
      current = { header, tally: new Tally(), names }
    },
    records: (batch) => current?.tally.add(batch),
    end: (summary) => {
      if (current === undefined) return
      const { header, names, tally } = current
      current = undefined
      totals.reports++
      totals.messages += summary.messages
      totals.aligned += tally.aligned
      const { aligned, omitted } = tally
      const value = { ...header, ...summary, aligned, sources: tally.rows(), omitted, files: names }
      print(value, () => printAggregate(header, { summary, tally }, { all: has('--all') }))
    },
    failure: (report, { names }) => {
      totals.reports++
      print({ ...report, files: names }, () => printFailure(report))
    },
    tls: (report, { names }) => {
      totals.reports++
      print({ ...report, files: names }, () => printTls(report))
    },
    rejected: (rejection) => {
      current = undefined
      totals.rejected++
      if (isJson) terminal.out(JSON.stringify({ type: 'rejected', file, ...rejection }))
      else terminal.err(`svc: ${printRejection(rejection, file)}`)
    },
  }
}

function summaryOf({ aligned, messages, rejected, reports }: Totals, files: number): string {
  const part = messages === 0 ? '' : `; ${counted(messages, 'message')}, ${percent(aligned, messages)} aligned`
  return `${counted(files, 'file')}: ${counted(reports, 'report')} read, ${rejected} rejected${part}`
}
