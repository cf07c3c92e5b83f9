/**
 * Classes of sources and predicted loss in random worlds whose truth is known: median and worst world, and the most frequent
 * mistakes. The first two worlds go through the reader and intake of the service as well, which must classify each message
 * as the calculation of all worlds does. `bun bench/dmarc/truth/run.ts 101 120` takes other seeds than 901 to 1100. The worlds
 * with which the classifier was improved are 1 to 300.
 */
import { type DomainMail, replayPolicy } from '../../../src/deliverability/policy/index.ts'
import { streamKey } from '../../../src/deliverability/senders/index.ts'
import { loadMail } from '../../../src/surfaces/dmarc/policy/index.ts'
import { DomainClasses } from '../../../src/surfaces/dmarc/sources/index.ts'
import { loadWorld } from '../../../test/support/dmarc-world/load-world.ts'
import { mailOfWorld } from '../../../test/support/dmarc-world/mail-of-world.ts'
import { type Measured, measure } from '../../../test/support/dmarc-world/measure.ts'
import { makeWorld } from '../../../test/support/dmarc-world/world.ts'
import { startService } from '../../../test/support/service.ts'
import { median, printTable } from '../../table.ts'

const [first = 901, last = 1100] = process.argv.slice(2).map(Number)
const days = 90
const loaded = 2
const classes = ['own', 'forwarder', 'threat'] as const
const reject = { p: 'reject', sp: null, np: null, isTesting: false, percent: 100 } as const
const addresses = { inboundDomain: undefined, baseUrl: 'http://localhost' }
const today = Math.floor(Date.now() / 86_400_000)

const all: { seed: number; measured: Measured }[] = []
for (let seed = first; seed <= last; seed++) {
  const world = makeWorld(seed, { days })
  const mail = mailOfWorld(world, today - days + 1)
  all.push({ seed, measured: measure(world, mail.classified, replayPolicy(mail, reject)) })
}

const service = await startService({ dialect: 'sqlite', environment: { SVC_RUN_JOBS: 'false' } })
for (let seed = first; seed < first + loaded; seed++) {
  const world = makeWorld(seed, { days, maxVolume: 5000 })
  const domain = await loadWorld(service, world)
  const range = { fromDay: today - days + 1, toDay: today }
  const stored = await loadMail(service.store.read, domain, { addresses, range, sourceClasses: new DomainClasses() })
  const [one, other] = [stored, mailOfWorld(world, range.fromDay)].map(printClasses)
  if (one !== other) throw new Error(`seed ${seed}: the service classifies other mail than the calculation`)
}

function printClasses({ classified }: DomainMail): string {
  return classified
    .map(({ class: name, stream }) => `${streamKey(stream)} ${stream.messages} ${stream.days} ${name}`)
    .toSorted()
    .join('\n')
}

const percent = (value: number) => `${(100 * value).toFixed(2)} %`
/** The worst world first. */
function worstOf(values: readonly { seed: number; value: number }[], direction: 1 | -1): string {
  const [worst] = values.toSorted((one, other) => direction * (one.value - other.value))
  return worst === undefined ? '' : `${percent(worst.value)} (${worst.seed})`
}

const rows: string[][] = []
/** Messages or IP addresses of a class, from which on a world says something about recall: 5 % of fewer are one or two. */
const minPresent = 40
for (const unit of ['byMessage', 'byIp'] as const)
  for (const name of classes)
    for (const { least, score } of [
      { score: 'precision', least: 0 },
      { score: 'recall', least: 0 },
      { score: 'recall', least: minPresent },
    ] as const) {
      const values = all.flatMap(({ measured, seed }) => {
        const { [score]: value, present } = measured[unit][name]
        return value === null || present < least ? [] : [{ seed, value }]
      })
      const middle = median(values.map(({ value }) => value))
      const reached = values.filter(({ value }) => value >= 0.95).length
      rows.push([
        `${name}, ${score} ${unit === 'byMessage' ? 'by message' : 'by IP address'}${least > 0 ? `, worlds with ${least}` : ''}`,
        '≥ 95 %',
        percent(middle),
        worstOf(values, 1),
        `${reached} of ${values.length}`,
        reached === values.length ? 'reached' : middle >= 0.95 ? 'median reached' : 'MISSED',
      ])
    }
for (const name of classes) {
  const values = all.flatMap(({ measured, seed }) => {
    const { misjudged } = measured.byMessage[name]
    return misjudged === null ? [] : [{ seed, value: misjudged }]
  })
  const reached = values.filter(({ value }) => value <= 0.05).length
  const middle = median(values.map(({ value }) => value))
  rows.push([
    `${name}, in a wrong class other than unknown by message`,
    '≤ 5 %',
    percent(middle),
    worstOf(values, -1),
    `${reached} of ${values.length}`,
    reached === values.length ? 'reached' : middle <= 0.05 ? 'median reached' : 'MISSED',
  ])
}
for (const [name, of] of [
  ['loss of own mail, error in real mail', ({ ownLossError }: Measured) => ownLossError],
  ['loss of own and forwarded mail, error in real mail', ({ realLossError }: Measured) => realLossError],
] as const) {
  const values = all.map(({ measured, seed }) => ({ seed, value: of(measured) }))
  const reached = values.filter(({ value }) => value <= 0.01).length
  const middle = median(values.map(({ value }) => value))
  rows.push([
    name,
    '≤ 1 %',
    percent(middle),
    worstOf(values, -1),
    `${reached} of ${values.length}`,
    reached === values.length ? 'reached' : middle <= 0.01 ? 'median reached' : 'MISSED',
  ])
}
printTable(
  [
    `worlds of ${days} days, seeds ${first} to ${last}`,
    'aim',
    'median',
    'worst (seed)',
    'worlds that reach it',
    'verdict',
  ],
  rows,
)

const mistakes = new Map<string, number>()
for (const { measured } of all)
  for (const [kind, share] of measured.mistakes) mistakes.set(kind, (mistakes.get(kind) ?? 0) + share / all.length)
console.log('')
printTable(
  ['most frequent mistakes: sent by: class', 'mean share of all mail'],
  [...mistakes]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, 8)
    .map(([kind, share]) => [kind, percent(share)]),
)
process.exit(0)
