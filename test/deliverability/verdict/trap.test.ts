import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  type TrapAssessment,
  type TrapEvidence,
  assessTrap,
  trapRules,
} from '../../../src/deliverability/verdict/index.ts'

const none: TrapEvidence = { isTypo: false, isRole: false, isTrapName: false, isGibberish: false }

const rows: [name: string, evidence: Partial<TrapEvidence>, expected: Partial<TrapAssessment>][] = [
  ['nothing', {}, { score: 0, risk: 'low', type: 'none', signals: [] }],
  ['a mistyped domain', { isTypo: true }, { score: 35, risk: 'medium', type: 'typo' }],
  [
    'a mistyped domain that is parked and takes every name',
    { isTypo: true, isParked: true, isCatchAll: true },
    { score: 70, risk: 'high', type: 'typo' },
  ],
  ['a mailbox that is back after a year', { returnedAfterDays: 365 }, { score: 40, risk: 'medium', type: 'recycled' }],
  ['a mailbox that is back after a month', { returnedAfterDays: 30 }, { score: 0, type: 'none' }],
  [
    'a mailbox whose domain somebody else has by now',
    { isRegisteredAnew: true },
    { score: 40, risk: 'medium', type: 'recycled' },
  ],
  [
    'a name that traps have, where nobody sends from',
    { isTrapName: true, isCatchAll: true, isSilent: true },
    { score: 60, risk: 'high', type: 'pristine' },
  ],
  ['a task', { isRole: true }, { score: 15, risk: 'low', type: 'role' }],
  ['a task with a picture', { isRole: true, hasGravatar: true }, { score: 0, type: 'none' }],
  ['a mistyped domain whose mailbox was verified', { isTypo: true, wasVerified: true }, { score: 20, risk: 'low' }],
]

describe('as a spam trap,', () => {
  for (const [name, evidence, expected] of rows)
    test(`${name} is assessed`, () => expect(assessTrap({ ...none, ...evidence })).toMatchObject(expected))

  test('confidence is the share of available evidence', () => {
    expect(assessTrap(none).confidence).toBeLessThan(0.6)
    const all = {
      isParked: false,
      isCatchAll: false,
      isSilent: false,
      returnedAfterDays: 1,
      hasGravatar: false,
      wasVerified: false,
      isRegisteredAnew: false,
      isListed: false,
    }
    expect(assessTrap({ ...none, ...all }).confidence).toBe(1)
  })

  test('for any evidence, the score is the sum of its signals from 0 to 100, and a sign of a trap never lowers it', () => {
    const flag = fc.option(fc.boolean(), { nil: undefined })
    const given = fc.record({
      isTypo: fc.boolean(),
      isRole: fc.boolean(),
      isTrapName: fc.boolean(),
      isGibberish: fc.boolean(),
      isParked: flag,
      isCatchAll: flag,
      isSilent: flag,
      returnedAfterDays: fc.option(fc.nat(400), { nil: undefined }),
      hasGravatar: flag,
      wasVerified: flag,
      isRegisteredAnew: flag,
    })
    fc.assert(
      fc.property(given, (all) => {
        const known = Object.entries(all).filter(([, value]) => value !== undefined)
        const evidence = Object.fromEntries(known) as object as TrapEvidence
        const { score, signals } = assessTrap(evidence)
        const sum = signals.reduce((total, { weight }) => total + weight, 0)
        expect(score).toBe(Math.min(100, Math.max(0, sum)))
        for (const member of ['isTypo', 'isRole', 'isTrapName', 'isGibberish', 'isParked', 'isCatchAll', 'isSilent'])
          expect(assessTrap({ ...evidence, [member]: true }).score).toBeGreaterThanOrEqual(score)
      }),
    )
    expect(new Set(trapRules.map(({ signal }) => signal)).size).toBe(trapRules.length)
  })
})
