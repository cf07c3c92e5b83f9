import { describe, expect, test } from 'bun:test'
import { blockTypes } from '../../../../src/email/blocks/index.ts'
import { readDocument } from '../../../../src/email/document/index.ts'
import { renderEmail } from '../../../../src/email/render/index.ts'
import { type Starter, starters } from '../../../../src/surfaces/templates/starters/index.ts'
import { paintedTexts } from './contrast.ts'

function htmlOf(starter: Starter): string {
  const read = readDocument(starter.document, blockTypes)
  if ('issues' in read) throw new Error(JSON.stringify(read.issues))
  return renderEmail(read.document, blockTypes, { data: starter.data, now: Date.UTC(2026, 10, 21) }).html ?? ''
}

describe('the measure itself', () => {
  test('black on white is 21 to 1, and a dark class turns both', () => {
    const html =
      '<style>@media (prefers-color-scheme:dark){.d1{background-color:#000000!important;color:#ffffff!important}}</style>' +
      '<td class="d1" style="background-color:#fff;color:#000"><p style="display:none">x</p>Hello</td>'
    const page = `<!doctype html><head>${html.split('</style>')[0]}</style></head><table><tr>${html.split('</style>')[1]}</tr></table>`
    expect(paintedTexts(page, 'light')).toEqual([
      { text: 'Hello', color: '#000000', background: '#ffffff', contrast: 21, isLarge: false },
    ])
    expect(paintedTexts(page, 'dark')[0]).toMatchObject({ color: '#ffffff', background: '#000000', contrast: 21 })
  })
})

describe.each(starters.map((starter) => [starter.key, starter] as const))('%s', (_key, starter) => {
  test.each(['light', 'dark'] as const)('can be read in %s', (scheme) => {
    const texts = paintedTexts(htmlOf(starter), scheme)
    expect(texts.length).toBeGreaterThan(8)
    const faint = texts.filter(({ contrast, isLarge }) => contrast < (isLarge ? 3 : 4.5))
    expect(faint).toEqual([])
  })
})
