/** The template engines that ESPs run show what the service renders. */
import { describe, expect, test } from 'bun:test'
import { blockTypes } from '../../../../src/email/blocks/index.ts'
import { readDocument } from '../../../../src/email/document/index.ts'
import { providers } from '../../../../src/email/esp/index.ts'
import { starters } from '../../../../src/surfaces/templates/starters/index.ts'
import { runs } from '../../../support/runs.ts'
import { dataOf } from '../engines.ts'
import { write } from '../everything.ts'
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
  })
}
