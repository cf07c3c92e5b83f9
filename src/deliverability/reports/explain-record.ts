import type { AggregateRecord, DkimResult, SpfResult } from './report.ts'

/** Why a record is aligned or not, as a phrase: “DKIM passes for esp.net, which is not example.com; no SPF result”. */
export function explainRecord(record: AggregateRecord): string {
  const parts = [explainMechanism('DKIM', record), explainMechanism('SPF', record)]
  const isAligned = record.dkimAligned || record.spfAligned
  const shown = isAligned ? parts.filter((_, index) => [record.dkimAligned, record.spfAligned][index]) : parts
  const overrides = record.overrides.map(({ comment, type }) =>
    comment === null ? `policy override ${type}` : `policy override ${type} (${comment})`,
  )
  return [...shown, ...overrides].join('; ')
}

function explainMechanism(name: 'DKIM' | 'SPF', record: AggregateRecord): string {
  const results: readonly (DkimResult | SpfResult)[] = name === 'DKIM' ? record.dkim : record.spf
  const isAligned = name === 'DKIM' ? record.dkimAligned : record.spfAligned
  const passing = results.filter(({ result }) => result === 'pass')
  if (isAligned) {
    const aligned = passing.find(({ domain }) => isWithin(domain, record.headerFrom)) ?? passing[0]
    return aligned === undefined ? `${name} is aligned` : `${name} passes for ${nameOf(aligned)}`
  }
  const [first] = passing
  if (first !== undefined) {
    const isEqual = first.domain === record.headerFrom
    return `${name} passes for ${nameOf(first)}${isEqual ? ', but the reporter does not count it' : `, which is not ${record.headerFrom}`}`
  }
  const [failed] = results
  if (failed === undefined) return name === 'DKIM' ? 'no DKIM signature' : 'no SPF result'
  const human = failed.humanResult === null ? '' : ` (${failed.humanResult})`
  return `${name} ${failed.result === '' ? 'has no result' : failed.result} for ${nameOf(failed)}${human}`
}

function nameOf(result: DkimResult | SpfResult): string {
  const domain = result.domain === '' ? 'an unnamed domain' : result.domain
  const selector = 'selector' in result ? result.selector : null
  return selector === null ? domain : `${domain} (selector ${selector})`
}

function isWithin(domain: string, other: string): boolean {
  return domain === other || domain.endsWith(`.${other}`) || other.endsWith(`.${domain}`)
}
