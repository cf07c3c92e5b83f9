import { describe, expect, test } from 'bun:test'
import { blockTypes } from '../../../src/email/blocks/index.ts'
import { type EmailDocument, walkNodes } from '../../../src/email/document/index.ts'
import { hexOf } from '../../../src/email/lint/color/color.ts'
import { readPage } from '../../../src/email/lint/page/read-page.ts'
import { renderEmail } from '../../../src/email/render/index.ts'
import { starters } from '../../../src/surfaces/templates/starters/index.ts'
import { samples } from '../blocks/samples.ts'
import { paintedTexts } from '../../surfaces/templates/starters/contrast.ts'
import { email, html, read, words } from './email.ts'

const pageOf = (document: EmailDocument) =>
  readPage(document, {
    blocks: blockTypes,
    cdnUrl: '',
    nodes: new Map([...walkNodes(document)].map(({ node }) => [node.id, node])),
  })
const words12 = (text: string) =>
  text
    .replace(/\{\{[^}]*\}\}/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

describe('the rendered page that lint parses', () => {
  test.each(starters.map((starter) => [starter.key, starter] as const))(
    '%s has the colors that an HTML parser finds, light and dark',
    (_key, starter) => {
      const document = read(starter.document)
      const { html: source = '' } = renderEmail(document, blockTypes, { target: 'passthrough' })
      const page = pageOf(document)
      const own = new Set(
        page.texts.map(({ paint, text }) => `${words12(text)} ${hexOf(paint.color)} ${hexOf(paint.background)}`),
      )
      const night = new Set(
        page.texts.map(
          ({ paint, text }) =>
            `${words12(text)} ${hexOf(paint.darkColor ?? paint.color)} ${hexOf(paint.darkBackground ?? paint.background)}`,
        ),
      )
      const missing = (scheme: 'light' | 'dark', seen: ReadonlySet<string>) =>
        paintedTexts(source, scheme)
          .filter(({ text }) => !text.includes('{%') && words12(text) !== '')
          .map(({ background, color, text }) => `${words12(text)} ${color.toLowerCase()} ${background.toLowerCase()}`)
          .filter((one) => !seen.has(one))
      expect(page.texts.length).toBeGreaterThan(8)
      expect(missing('light', own)).toEqual([])
      expect(missing('dark', night)).toEqual([])
    },
  )

  test.each(Object.entries(samples))('a %s block is mapped to its node', (type, sample) => {
    const document = read(email({ more: [{ id: 'sample', type, ...sample }], fields: [] }))
    const page = pageOf(document)
    const rendered = page.rendered.filter(({ block }) => block.id === 'sample')
    expect(rendered.length).toBeGreaterThan(0)
    const ids = new Set([...page.texts, ...page.images, ...page.links].map(({ node }) => node?.id))
    const silent = new Set(['divider', 'spacer', 'columns', 'dynamicList'])
    if (!silent.has(type)) expect(ids).toContain('sample')
  })

  test('has the size, weight and spacing of text', () => {
    const page = pageOf(
      read(
        email({ more: [{ ...words, id: 'w', style: { size: 20, weight: 700, lineHeight: 1.2, align: 'center' } }] }),
      ),
    )
    expect(page.texts.find(({ node }) => node?.id === 'w')?.paint).toMatchObject({ size: 20, weight: 700, line: 1.2 })
  })

  test('isolates broken HTML of one block from the next', () => {
    const page = pageOf(
      read(
        email({
          more: [
            html('</td></tr></table></div><b style="color:#ff0000"><a href="https://example.com/">Lost'),
            { ...words, id: 'after' },
          ],
        }),
      ),
    )
    const after = page.texts.find(({ node }) => node?.id === 'after')
    expect(after?.paint).toMatchObject({ weight: 400 })
    expect(after?.link).toBeUndefined()
    expect(hexOf(after?.paint.color ?? { r: 0, g: 0, b: 0, a: 1 })).toBe('#1f2328')
  })

  test('excludes text that an authored style sheet may color', () => {
    const page = pageOf(read(email({ more: [html('<style>.a{color:#fff}</style><p class="a">Bread</p>')] })))
    expect(page.texts.find(({ text }) => text === 'Bread')?.paint.isCertain).toBe(false)
  })

  test('measures block links on a phone', () => {
    const button = {
      id: 'k',
      type: 'button',
      label: 'Go',
      href: 'https://example.com/',
      style: { innerPadding: [4, 8], size: 16, lineHeight: 1.25 },
      mobile: { innerPadding: [20, 8] },
    }
    expect(pageOf(read(email({ more: [button] }))).links.find(({ node }) => node?.id === 'k')?.box?.height).toBe(60)
  })
})
