/** Random emails in the languages of ESPs, read by engines: what they show is what the service itself renders. */
import { describe, expect, test } from 'bun:test'
import { blockTypes } from '../../../src/email/blocks/index.ts'
import { type Provider, providers } from '../../../src/email/esp/index.ts'
import { renderEmail } from '../../../src/email/render/index.ts'
import { runs } from '../../support/runs.ts'
import { type Engine, dataOf, dialects, engines, wordsOf } from './engines.ts'
import { readRows, write } from './everything.ts'
import { fieldNames, listNames, randomEmail } from './random-email.ts'

const fields = Object.fromEntries([...fieldNames, 'order.total', 'order.state'].map((name) => [name, name]))
/** Warnings after which an email still shows what it should. */
const harmless = new Set(['TARGET_FIELD_GUESSED', 'TARGET_FIELD_RENAMED', 'TARGET_FIELD_COLLISION'])
const readable = [...providers.values()].filter(
  ({ condition, family, id }) => engines[family] !== undefined && condition !== undefined && !dialects.has(id),
)
const rounds = runs(40)

describe.each(readable.map((provider) => [provider.id, provider] as const))('%s', (id, provider) => {
  test('renders random emails like the service does with the same data', () => {
    let compared = 0
    for (let seed = 1; seed <= rounds; seed++) {
      const { data, rows } = randomEmail(seed)
      const document = readRows(rows, 'Hello')
      const { body, codes } = write(document, provider, { fields })
      const shown = run(provider, body, data)
      if (codes.some((code) => !harmless.has(code))) continue
      compared++
      const { html = '' } = renderEmail(document, blockTypes, { data, outputs: ['html'] })
      expect(`${id} ${seed}: ${shown}`).toBe(`${id} ${seed}: ${wordsOf(html)}`)
    }
    expect(compared).toBeGreaterThan(rounds / 10)
  })
})

/** What the engine shows; an email that it cannot read, such as one whose tags do not pair, is an error of it. */
function run(provider: Provider, body: string, data: Record<string, unknown>): string {
  const lists = Object.fromEntries(listNames.map((name) => [name, (data[name] ?? []) as unknown[]]))
  const values = Object.fromEntries(fieldNames.map((name) => [name, data[name]]))
  return wordsOf((engines[provider.family] as Engine)(body, dataOf(provider, values, lists)))
}
