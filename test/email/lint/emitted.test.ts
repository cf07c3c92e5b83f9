import { expect, test } from 'bun:test'
import { blockTypes } from '../../../src/email/blocks/index.ts'
import { sheetFeatures } from '../../../src/email/lint/client-support/css-features.ts'
import { fallbacks, largeShare } from '../../../src/email/lint/client-support/evaluate.ts'
import { elementFeatures } from '../../../src/email/lint/client-support/html-features.ts'
import { supportOf } from '../../../src/email/lint/client-support/support.ts'
import { scanCss } from '../../../src/email/lint/page/scan-css.ts'
import { scanHtml } from '../../../src/email/lint/page/scan-html.ts'
import { styleFacts } from '../../../src/email/lint/page/style-facts.ts'
import { renderEmail } from '../../../src/email/render/index.ts'
import { starters } from '../../../src/surfaces/templates/starters/index.ts'
import { samples } from '../blocks/samples.ts'
import { email, read } from './email.ts'

/** Features of a finished email, by the evaluation that authored HTML gets. */
function featuresOf(input: object): string[] {
  const document = read(input)
  const { css = '', html = '' } = renderEmail(document, blockTypes, { target: 'sample', outputs: ['html'] })
  const found = new Set<string>()
  const add = (slug: string) => void found.add(slug)
  sheetFeatures(scanCss(css), add)
  const [node] = document.rows
  if (node === undefined) throw new Error('The document has no rows')
  scanHtml(html.slice(html.indexOf('<body')), {
    open: ({ attributes, name }, start, end) => {
      const facts = styleFacts(attributes.get('style') ?? '')
      elementFeatures({ node, availableWidth: 600, name, attributes, facts, place: { start, end } }, add)
    },
    close: () => undefined,
    text: () => undefined,
    raw: () => undefined,
  })
  return [...found].filter((slug) => {
    const support = supportOf(slug)
    return support !== undefined && support.lackingShare >= largeShare && !fallbacks.has(slug)
  })
}

// What the renderer writes is not inspected again in each email: here it is measured once for every type of block.
test.each(Object.entries(samples))('a %s block uses no feature that many email clients lack', (type, sample) => {
  expect(featuresOf(email({ more: [{ id: 'sample', type, ...sample }], fields: [] }))).toEqual([])
})

test.each(starters.map((starter) => [starter.key, starter] as const))(
  'the starter %s uses no feature that many email clients lack',
  (_key, starter) => {
    expect(featuresOf(starter.document)).toEqual([])
  },
)
