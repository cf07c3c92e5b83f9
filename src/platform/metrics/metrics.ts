/** Labels of one series; every series of a metric has the same names. */
export type Labels = Record<string, string>

/** A number that only grows. */
export type Counter = { add(amount?: number): void }

/** Counts of values up to each bound, their number and sum. */
export type Histogram = { observe(value: number): void }

/** All metrics of this process, printed in the Prometheus text format 0.0.4. */
export type Metrics = {
  /** The series of a counter. The same labels return the same series; callers on hot paths should store it. */
  counter(name: string, help: string, labels?: Labels): Counter
  histogram(name: string, help: string, labels?: Labels, bounds?: readonly number[]): Histogram
  /** A value that is read when the metrics are printed. */
  gauge(name: string, help: string, read: () => number, labels?: Labels): void
  /** A counter whose value is maintained elsewhere, and read when the metrics are printed. */
  total(name: string, help: string, read: () => number, labels?: Labels): void
  print(): string
}

/** Upper bounds for durations of requests, in seconds. */
const durationBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const

type Kind = 'counter' | 'gauge' | 'histogram'
type Series = Counter & Histogram & { print(name: string): string }
type Family = { kind: Kind; help: string; series: Map<string, Series> }

export function createMetrics(): Metrics {
  const families = new Map<string, Family>()

  function series(kind: Kind, name: string, help: string, labels: Labels, make: (printed: string) => Series): Series {
    let family = families.get(name)
    if (family === undefined) families.set(name, (family = { kind, help, series: new Map() }))
    if (family.kind !== kind) throw new Error(`${name} is a ${family.kind}`)
    const printed = printLabels(labels)
    let found = family.series.get(printed)
    if (found === undefined) family.series.set(printed, (found = make(printed)))
    return found
  }

  return {
    counter: (name, help, labels = {}) => series('counter', name, help, labels, countSeries),
    histogram: (name, help, labels = {}, bounds = durationBounds) =>
      series('histogram', name, help, labels, (printed) => bucketSeries(printed, bounds)),
    gauge(name, help, read, labels = {}) {
      series('gauge', name, help, labels, (printed) => readSeries(printed, read))
    },
    total(name, help, read, labels = {}) {
      series('counter', name, help, labels, (printed) => readSeries(printed, read))
    },
    print() {
      let text = ''
      for (const [name, { kind, help, series: all }] of families) {
        text += `# HELP ${name} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}\n# TYPE ${name} ${kind}\n`
        for (const one of all.values()) text += one.print(name)
      }
      return text
    },
  }
}

const nothing = () => undefined

function countSeries(labels: string): Series {
  let total = 0
  return {
    add(amount = 1) {
      total += amount
    },
    observe: nothing,
    print: (name) => `${name}${braced(labels)} ${total}\n`,
  }
}

function readSeries(labels: string, read: () => number): Series {
  return { add: nothing, observe: nothing, print: (name) => `${name}${braced(labels)} ${read()}\n` }
}

function bucketSeries(labels: string, bounds: readonly number[]): Series {
  const counts = new Float64Array(bounds.length + 1)
  let sum = 0
  return {
    add: nothing,
    observe(value) {
      let at = 0
      while (at < bounds.length && value > (bounds[at] ?? Infinity)) at++
      counts[at] = (counts[at] ?? 0) + 1
      sum += value
    },
    print(name) {
      const prefix = labels === '' ? '' : `${labels},`
      let cumulative = 0
      let text = ''
      counts.forEach((count, at) => {
        cumulative += count
        text += `${name}_bucket{${prefix}le="${bounds[at] ?? '+Inf'}"} ${cumulative}\n`
      })
      return `${text}${name}_sum${braced(labels)} ${sum}\n${name}_count${braced(labels)} ${cumulative}\n`
    },
  }
}

function printLabels(labels: Labels): string {
  return Object.entries(labels)
    .map(
      ([name, value]) => `${name}="${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`,
    )
    .join(',')
}

function braced(labels: string): string {
  return labels === '' ? '' : `{${labels}}`
}
