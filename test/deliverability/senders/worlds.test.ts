/** Random worlds whose truth is known: classes of sources and predicted loss are what they truly are. */
import { expect, test } from 'bun:test'
import { replayPolicy } from '../../../src/deliverability/policy/index.ts'
import { mailOfWorld } from '../../support/dmarc-world/mail-of-world.ts'
import { measure } from '../../support/dmarc-world/measure.ts'
import { makeWorld } from '../../support/dmarc-world/world.ts'

const reject = { p: 'reject', sp: null, np: null, isTesting: false, percent: 100 } as const

const worlds = Array.from({ length: 12 }, (_, index) => {
  const world = makeWorld(801 + index, { maxVolume: 3000 })
  const mail = mailOfWorld(world, 20_000)
  return measure(world, mail.classified, replayPolicy(mail, reject))
})

test('own mail and its loss are right in every world', () => {
  for (const { byMessage, ownLossError, realLossError } of worlds) {
    expect(byMessage.own.precision).toBeGreaterThanOrEqual(0.95)
    expect(byMessage.own.recall).toBeGreaterThanOrEqual(0.95)
    expect(ownLossError).toBeLessThanOrEqual(0.01)
    expect(realLossError).toBeLessThanOrEqual(0.01)
  }
})

test('what is called forwarded or forged is so in every world; what is missed is unknown', () => {
  for (const name of ['forwarder', 'threat'] as const)
    for (const { byMessage } of worlds) {
      expect(byMessage[name].precision ?? 1).toBeGreaterThanOrEqual(0.95)
      expect(byMessage[name].misjudged ?? 0).toBeLessThanOrEqual(0.05)
    }
})

test('forwarded and forged mail is found in nine of ten worlds', () => {
  for (const name of ['forwarder', 'threat'] as const) {
    const values = worlds.flatMap(({ byMessage }) => byMessage[name].recall ?? [])
    expect(values.filter((value) => value >= 0.95).length).toBeGreaterThanOrEqual(0.9 * values.length)
  }
})
