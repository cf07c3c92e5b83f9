/** The template engines that ESPs run show what the service renders. */
import { describe, expect, test } from 'bun:test'
import { blockTypes } from '../../../../src/email/blocks/index.ts'
import { decodeEntities, readDocument } from '../../../../src/email/document/index.ts'
import { providers } from '../../../../src/email/esp/index.ts'
import { addUtmToDocument } from '../../../../src/email/utm/index.ts'
import { starters } from '../../../../src/surfaces/templates/starters/index.ts'
import { runs } from '../../../support/runs.ts'
import { dataOf } from '../engines.ts'
import { read, write } from '../everything.ts'
import { compareRandomEmails, withoutSystemTags } from './compare.ts'
import { canRun, renderWith, vendorEngines } from './vendor-engines.ts'

for (const engine of vendorEngines.filter(canRun)) {
  describe(engine.name, () => {
    test.each(engine.targets)('renders random emails for %s like the service', (id) => {
      const emails = runs(30)
      const { compared, differences, errors } = compareRandomEmails(id, (all) => renderWith(engine, all), {
        ...engine,
        emails,
      })
      expect({ differences, errors }).toEqual({ differences: [], errors: [] })
      expect(compared).toBeGreaterThan(emails / 30)
    })

    test('renders every starter, with its data and without', () => {
      const requests = engine.targets.flatMap((id) =>
        starters.flatMap(({ data, document, key }) => {
          const read = readDocument(document, blockTypes)
          const provider = providers.get(id)
          if (!('document' in read) || provider === undefined) throw new Error(`${id} ${key} cannot be read`)
          const template = withoutSystemTags(write(read.document, provider).body)
          const name = `${id} ${key}`
          return [data, {}].map((values) => ({ data: dataOf(provider, { ...values, known: '' }, []), name, template }))
        }),
      )
      const failed = renderWith(engine, requests).flatMap(({ error }, at) =>
        error === undefined ? [] : `${requests[at]?.name}: ${error}`,
      )
      expect(failed).toEqual([])
    })

    test('reads campaign parameters, with values of any characters', () => {
      const requests = engine.targets.flatMap((id) => {
        const provider = providers.get(id)
        if (provider === undefined) throw new Error(`${id} is no target`)
        const { body, codes } = write(campaign, provider, { fields: { city: 'city' } })
        const template = withoutSystemTags(body)
        return codes.includes('TARGET_URL_NOT_ENCODED')
          ? []
          : [{ data: dataOf(provider, { city: 'a b&c=d#é', CITY: 'a b&c=d#é' }, []), template }]
      })
      for (const { error, output = '' } of requests.length === 0 ? [] : renderWith(engine, requests)) {
        const [, href = ''] = /<a [^>]*href="([^"]*)"/.exec(output) ?? []
        expect(error ?? [...new URL(decodeEntities(href)).searchParams]).toEqual([
          ['q', '1'],
          ['utm_source', 'news & more'],
          ['utm_content', 'to-a b&c=d#é'],
        ])
      }
    })

    test('finds a field with the name of a method, and shows nothing without it', () => {
      const requests = engine.targets.flatMap((id) => {
        const provider = providers.get(id)
        if (provider === undefined) throw new Error(`${id} is no target`)
        const template = withoutSystemTags(write(namedLikeMethods, provider).body)
        const lists = { items: [{ title: 'Tea' }], keys: [{ title: 'Cups' }] }
        // Some systems write the names of attributes in capitals.
        const full = dataOf(provider, { values: 'Pots', VALUES: 'Pots' }, lists)
        return [full, dataOf(provider, { known: '' }, { others: [] })].map((data) => ({ data, id, template }))
      })
      const shown = renderWith(engine, requests).map(({ error, output = '' }, at) => [
        requests[at]?.id,
        error ?? /method|Pots/.exec(output)?.[0],
      ])
      expect(shown).toEqual(requests.map(({ id }, at) => [id, at % 2 === 0 ? 'Pots' : undefined]))
    })
  })
}

const campaign = addUtmToDocument(
  read([{ type: 'button', label: 'Go', href: 'https://x.example/?q=1#top' }]),
  { source: 'news & more', content: 'to-{{ city }}' },
  true,
)

/** Python’s dictionaries have methods of these names. */
const namedLikeMethods = read([
  { type: 'text', text: '<p>{{ item.title }}</p>', each: { in: 'items', as: 'item' } },
  { type: 'text', text: '<p>{{ item.title }}</p>', each: { in: 'keys', as: 'item', limit: 1 } },
  { type: 'text', text: '<p>{{ values }}</p>' },
])
