/** What `promtool check metrics` complains about, of everything that the service prints. */
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ask } from '../support/scenario.ts'
import { startService } from '../support/service.ts'
import { dialects } from '../support/store.ts'

interface Family {
  type?: string
  help?: string
  samples: string[]
}

function readFamilies(text: string): Map<string, Family> {
  const families = new Map<string, Family>()
  const of = (name: string) => families.get(name) ?? families.set(name, { samples: [] }).get(name) ?? { samples: [] }
  let last = ''
  for (const line of text.trimEnd().split('\n')) {
    const [, what, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? []
    if (what !== undefined) {
      last = name
      if (what === 'HELP') expect({ name, isNew: of(name).help === undefined }).toEqual({ name, isNew: true })
      of(name)[what === 'HELP' ? 'help' : 'type'] = rest
    } else {
      const sample = /^([a-z_]+)(?:\{(?:[a-z_]+="(?:[^"\\\n]|\\[\\n"])*",?)+\})? (?:\d[\d.e+-]*|\+Inf|NaN)$/.exec(line)
      expect({ line, name: sample?.[1]?.replace(/_(?:bucket|sum|count)$/, '') }).toEqual({
        line,
        name: last.replace(/_count$/, ''),
      })
      of(last).samples.push(line)
    }
  }
  return families
}

test.each([...dialects])(
  'the exposition on %s is clean, and holds what the alerts in the documentation name',
  async (dialect) => {
    const service = await startService({ dialect })
    await ask(service, { call: 'GET /v1/templates' })
    const answer = await service.handle(new Request('http://localhost/metrics'))
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4')
    const families = readFamilies(await answer.text())
    expect(families.size).toBeGreaterThan(15)
    const faults: string[] = []
    for (const [name, { help, samples, type }] of families) {
      if (help === undefined || type === undefined) faults.push(`${name}: no help or type`)
      if ((type === 'counter') !== name.endsWith('_total')) faults.push(`${name}: is a ${type}`)
      if (/_(?:bucket|sum|count|info_total|milliseconds|minutes|kilobytes|percent)$/.test(name))
        faults.push(`${name}: suffix`)
      if (/counter|gauge|histogram/.test(name)) faults.push(`${name}: names its type`)
      if (new Set(samples.map((line) => line.replace(/ \S+$/, ''))).size !== samples.length)
        faults.push(`${name}: twice`)
    }
    expect(faults).toEqual([])
    const docs = readFileSync(join(import.meta.dir, '../../docs/operations.md'), 'utf8')
    const named = new Set([...docs.matchAll(/expr: .*/g)].flatMap(([line]) => line.match(/svc_[a-z_]+/g) ?? []))
    const ofOther = dialect === 'sqlite' ? ['svc_database_connections_waiting'] : ['svc_database_problems']
    expect([...named].filter((name) => !families.has(name))).toEqual(ofOther)
  },
)
