/** The age of a domain in a verdict: what the registry says counts, and silence counts neither way. */
import { expect, test } from 'bun:test'
import { createLists, readAddress } from '../../../src/deliverability/address/index.ts'
import type { Findings } from '../../../src/surfaces/verification/verifier/findings.ts'
import { createVerifier, presentResult } from '../../../src/surfaces/verification/verifier/index.ts'

const dayMs = 86_400_000

/** The result for a mailbox that is there, at a domain registered so many days ago. */
async function verify(registeredDaysAgo: number | undefined, history: Partial<Findings> = {}) {
  const address = readAddress('anna@example.com')
  if (!address.valid) throw new Error(address.message)
  const value = registeredDaysAgo === undefined ? {} : { registeredAt: Date.now() - registeredDaysAgo * dayMs }
  const verifier = createVerifier({
    dns: {
      query: async (name: string, type: string) => {
        const records =
          type === 'MX' ? [{ preference: 1, exchange: 'mx.example.com' }] : type === 'A' ? ['192.0.2.1'] : []
        return { outcome: records.length > 0 ? 'found' : 'no_data', records, owner: name } as never
      },
    },
    mayDial: () => true,
    probe: async () => ({ outcome: 'accepted', catchAll: false, canConnect: true, evidence: [], durationMs: 1 }),
    lists: async () => createLists('v\n\n\n\n'),
    registration: async () => ({ reached: registeredDaysAgo !== undefined, value }),
    blockLists: {
      zones: [],
      blacklists: { check: async () => ({ target: '', checked: 0, hits: [], errors: [], disabled: [] }) },
    },
  })
  const depth = { skipsSmtp: false, includesDomain: true, includesGravatar: false }
  const findings = { ...(await verifier.verify(address, depth, AbortSignal.timeout(60_000))), ...history }
  return presentResult(address, findings, { isCached: false, creditsUsed: 1, showsIntelligence: true })
}

test('a domain of a few days is a risk, one of years is none, and nobody says is neither', async () => {
  const [fresh, young, old, unknown] = await Promise.all([verify(10), verify(100), verify(4000), verify(undefined)])
  expect(fresh).toMatchObject({
    reachable: 'risky',
    sub_status: 'young_domain',
    intelligence: { domain_age: { days: 10, level: 'new' } },
  })
  expect(young).toMatchObject({ reachable: 'safe', intelligence: { domain_age: { level: 'young' } } })
  expect(old).toMatchObject({ reachable: 'safe', intelligence: { domain_age: { level: 'established' } } })
  expect(unknown).toMatchObject({ reachable: 'safe', intelligence: { domain_age: null } })
  expect(fresh.score).toBeLessThan(young.score)
  expect(young.score).toBeLessThan(old.score)
  expect(unknown.score).toBe(old.score)
})

test('a domain registered after a mailbox was last known may be a trap', async () => {
  const signals = async (history: Partial<Findings>) =>
    (await verify(20, history)).intelligence?.spam_trap.signals.map(({ signal }) => signal)
  expect(await signals({ missingDaysAgo: 400 })).toContain('registered_anew')
  expect(await signals({ verifiedDaysAgo: 10 })).not.toContain('registered_anew')
  expect(await signals({})).not.toContain('registered_anew')
})
