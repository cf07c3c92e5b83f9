/** What holds for every provider there is. */
import { Value } from '@sinclair/typebox/value'
import { describe, expect, test } from 'bun:test'
import { Provider, capabilitiesOf, providers } from '../../../src/email/esp/index.ts'
import { expectGolden, orphans } from '../render/golden.ts'
import { pretty } from '../render/pretty.ts'
import { everything, write } from './everything.ts'

const all = [...providers.values()]

/** One of each family, and those that are written unlike their family. */
const shown = all.filter(
  ({ family, id }, at) =>
    all.findIndex((other) => other.family === family && other.level !== 'unverified') === at ||
    ['mailchimp', 'klaviyo', 'hubspot', 'braze', 'customerio', 'postmark', 'listmonk', 'campaign-monitor'].includes(id),
)

test('there are more than 120 providers, each valid by the schema', () => {
  expect(all.length).toBeGreaterThan(120)
  for (const provider of all) expect([provider.id, [...Value.Errors(Provider, provider)]]).toEqual([provider.id, []])
})

describe('an email with every feature', () => {
  test.each(all.map((provider) => [provider.id, provider] as const))(
    'is written completely for %s',
    (_id, provider) => {
      const { html, marked, subject, text } = write(everything, provider)
      const all = [html, text, subject].join('\n')
      expect(/zq\d+qz/.exec(all)).toBeNull()
      expect(/\{(?:NAME|DEFAULT|VALUE|ITEM|LIST|TEXT|URL|LIMIT|OPERATOR|CODE)\}/.exec(all)).toBeNull()
      // Nothing of our own data language is left where the provider has another.
      if (!provider.field.includes('{{') && provider.condition?.exists?.includes('{{') !== true)
        expect(all.replaceAll('{{ a }}', '')).not.toContain('{{ ')
      expect(html).toStartWith('<!doctype html>')
      expect(counts(marked)).toEqual({ table: 0, tr: 0, td: 0, a: 0 })
    },
  )

  test.each(shown.map((provider) => [provider.id, provider] as const))(
    'equals its golden file for %s',
    (id, provider) => {
      const { body, missing, subject, text } = write(everything, provider)
      const readable = pretty(body).replace(
        / (?:style|class|role|cellpadding|cellspacing|border|width|valign|align|dir|lang)="[^"]*"/g,
        '',
      )
      const notes = missing.map(({ tags }) => `Missing: ${tags.join(' or ')}\n`).join('')
      expectGolden(`esp/${id}.txt`, `Subject: ${subject}\n${notes}\n${readable}\n\n${text}\n`)
    },
  )

  test('every golden file belongs to a provider', () => {
    expect(
      orphans(
        'esp',
        shown.map(({ id }) => `${id}.txt`),
      ),
    ).toEqual([])
  })
})

test('capabilities follow from the syntax of the provider', () => {
  const of = (id: string) => capabilitiesOf(providers.get(id) as Provider)
  expect(of('klaviyo')).toEqual({
    fallback: true,
    conditional: true,
    loop: true,
    unsubscribe: true,
    amp: true,
    editable: true,
  })
  expect(of('mailchimp')).toEqual({
    fallback: true,
    conditional: true,
    loop: false,
    unsubscribe: true,
    amp: false,
    editable: true,
  })
})

function counts(html: string): Record<string, number> {
  const visible = html.replace(/<!--[\s\S]*?-->/g, '')
  const difference = (name: string) =>
    (visible.match(new RegExp(`<${name}[\\s>]`, 'g')) ?? []).length -
    (visible.match(new RegExp(`</${name}>`, 'g')) ?? []).length
  return { table: difference('table'), tr: difference('tr'), td: difference('td'), a: difference('a') }
}
