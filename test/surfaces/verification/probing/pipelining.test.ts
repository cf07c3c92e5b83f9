/** Real connections to servers that offer PIPELINING and do not bear it: nobody is called absent who is there. */
import { expect, test } from 'bun:test'
import type { ProbeOutcome } from '../../../../src/deliverability/smtp/index.ts'
import { hostileRows } from '../../../deliverability/smtp/hostile-rows.ts'
import { startMxFarm } from '../../../support/mx-farm.ts'
import { impatient, mxOf, proberOf, targetOf } from './prober-of.ts'

const farm = startMxFarm(hostileRows.length, {
  net: 47,
  manner: (index) => ({ spoil: hostileRows[index]?.[1] ?? ((said) => said) }),
})
const { probe } = proberOf(farm, { limits: { ...impatient, probes: Infinity } })
const locals = ['u0', 'nobody', 'u1', 'full1', 'u2', 'off1', 'u3', 'u4', 'stranger', 'u5', 'u6', 'u7']

const truthOf = (local: string): ProbeOutcome => {
  if (local.startsWith('full')) return 'full_inbox'
  if (local.startsWith('off')) return 'disabled'
  return /^u\d/.test(local) ? 'accepted' : 'not_found'
}

test('whatever a server does to the row of its answers, no verdict about a mailbox is about another one', async () => {
  await Promise.all(
    hostileRows.map(async ([name], index) => {
      const mx = mxOf(farm, [index], () => `mx.row${index}.test`)
      const ask = async (local: string) => (await probe(targetOf(`${local}@d${index}.test`), mx)).outcome
      const found = [await ask('u0'), ...(await Promise.all(locals.slice(1).map(ask)))]
      const about: readonly ProbeOutcome[] = ['accepted', 'not_found', 'full_inbox', 'disabled']
      const wrong = locals.filter((local, at) => {
        const outcome = found[at] ?? 'dropped'
        return about.includes(outcome) && outcome !== truthOf(local)
      })
      expect([name, wrong]).toEqual([name, []])
    }),
  )
})
