/** Random emails in the languages of ESPs, read by engines: what they show is what the service itself renders. */
import { describe, expect, test } from 'bun:test'
import { providers } from '../../../src/email/esp/index.ts'
import { runs } from '../../support/runs.ts'
import { type Engine, dialects, engines } from './engines.ts'
import { compareRandomEmails } from './vendor-engines/compare.ts'

const readable = [...providers.values()].filter(
  ({ condition, family, id }) => engines[family] !== undefined && condition !== undefined && !dialects.has(id),
)
const rounds = runs(40)

describe.each(readable.map((provider) => [provider.id, provider] as const))('%s', (id, provider) => {
  test('renders random emails like the service does with the same data', () => {
    const engine = engines[provider.family] as Engine
    const { compared, differences } = compareRandomEmails(
      id,
      (all) => all.map(({ data, template }) => ({ output: engine(template, data) })),
      { emails: rounds },
    )
    expect(differences).toEqual([])
    expect(compared).toBeGreaterThan(rounds / 20)
  })
})
