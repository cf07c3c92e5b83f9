/**
 * Classes of sources and predicted loss in random worlds whose truth is known, through the reader and intake of the service:
 * median and worst of the seeds, the most frequent mistakes, and the time of a replay. `bun bench/dmarc/truth/run.ts 101 120`
 * takes other seeds.
 */
import { replayPolicy } from '../../../src/deliverability/policy/index.ts'
import { loadMail } from '../../../src/surfaces/dmarc/policy/index.ts'
import { DomainClasses } from '../../../src/surfaces/dmarc/sources/index.ts'
import { loadWorld } from '../../../test/support/dmarc-world/load-world.ts'
import { type Measured, measure } from '../../../test/support/dmarc-world/measure.ts'
import { makeWorld } from '../../../test/support/dmarc-world/world.ts'
import { startService } from '../../../test/support/service.ts'
import { median, printTable } from '../../table.ts'

const [first = 501, last = 512] = process.argv.slice(2).map(Number)
const days = 90
const classes = ['own', 'forwarder', 'threat'] as const
const reject = { p: 'reject', sp: null, np: null, isTesting: false, percent: 100 } as const
const addresses = { inboundDomain: undefined, baseUrl: 'http://localhost' }

const all: { measured: Measured; replayMs: number; reports: number }[] = []
const service = await startService({ dialect: 'sqlite', environment: { SVC_RUN_JOBS: 'false' } })
for (let seed = first; seed <= last; seed++) {
  const world = makeWorld(seed, { days })
  const domain = await loadWorld(service, world)
  const today = Math.floor(service.store.read.nowMs() / 86_400_000)
  const began = performance.now()
  const range = { fromDay: today - days + 1, toDay: today }
  const mail = await loadMail(service.store.read, domain, { addresses, range, sourceClasses: new DomainClasses() })
  const replay = replayPolicy(mail, reject)
  const replayMs = performance.now() - began
  const sent = world.cells.reduce((sum, { messages }) => sum + messages, 0)
  if (replay.messages !== sent) throw new Error(`seed ${seed}: ${replay.messages} of ${sent} messages are counted`)
  all.push({ measured: measure(world, mail.classified, replay), replayMs, reports: world.cells.length })
}

const percent = (value: number) => `${(100 * value).toFixed(2)} %`
const rows: string[][] = []
for (const unit of ['byMessage', 'byIp'] as const)
  for (const name of classes)
    for (const score of ['precision', 'recall'] as const) {
      const values = all.flatMap(({ measured }) => measured[unit][name][score] ?? [])
      const reached = values.filter((value) => value >= 0.95).length
      rows.push([
        `${name}, ${score} ${unit === 'byMessage' ? 'by message' : 'by IP address'}`,
        percent(median(values)),
        percent(Math.min(...values)),
        `${reached} of ${values.length} reach 95 %`,
      ])
    }
for (const [name, values] of [
  ['loss of own mail, error in real mail', all.map(({ measured }) => measured.ownLossError)],
  ['loss of own and forwarded mail, error in real mail', all.map(({ measured }) => measured.realLossError)],
  ['loss of own mail, relative error', all.flatMap(({ measured }) => measured.relativeOwnError ?? [])],
] as const)
  rows.push([
    name,
    percent(median([...values])),
    percent(Math.max(...values)),
    `${values.filter((value) => value <= 0.01).length} of ${values.length} within 1 %`,
  ])
rows.push([
  'mail without a class',
  percent(median(all.map(({ measured }) => measured.unknownShare))),
  percent(Math.max(...all.map(({ measured }) => measured.unknownShare))),
  '',
])
printTable([`seeds ${first} to ${last}, ${days} days`, 'median', 'worst', ''], rows)

const mistakes = new Map<string, number>()
for (const { measured } of all)
  for (const [kind, share] of measured.mistakes) mistakes.set(kind, (mistakes.get(kind) ?? 0) + share / all.length)
console.log('')
printTable(
  ['most frequent mistakes: sent by: class', 'mean share of all mail'],
  [...mistakes]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, 12)
    .map(([kind, share]) => [kind, percent(share)]),
)
const times = all.map(({ replayMs }) => replayMs)
console.log(
  `\nReplay of ${days} days: median ${Math.round(median(times))} ms, worst ${Math.round(Math.max(...times))} ms.`,
)
process.exit(0)
