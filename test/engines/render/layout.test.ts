import { describe, expect, test } from 'bun:test'
import { blockTypes, column, readSample, renderEmail, section } from './compose.ts'

function draw(rows: readonly object[], rest: object = {}): string {
  const { html = '' } = renderEmail(readSample({ rows, ...rest }), blockTypes, { data: {}, outputs: ['html'] })
  return html.slice(html.indexOf('<body'))
}

const wide = (width: object, rest: object = {}) => column([{ type: 'text', text: 'x' }], { width, ...rest })
const cells = (html: string) => [...html.matchAll(/<td width="([^"]*)" valign="/g)].map(([, width]) => width)

describe('columns that stay side by side', () => {
  for (const [name, widths, expected] of [
    ['in px keep them, and the rest takes what remains', [{ px: 90 }, { fr: 1 }], ['90', '85%']],
    ['in px keep them beside any others', [{ px: 60 }, { pct: 50 }, { fr: 1 }], ['60', '50%', '40%']],
    ['stand in percent when none is in px', [{ fr: 1 }, { fr: 3 }], ['25%', '75%']],
    ['stand in percent when they are too wide', [{ px: 600 }, { px: 600 }], ['50%', '50%']],
  ] as const)
    test(name, () => {
      const html = draw([
        section(
          widths.map((width) => wide(width)),
          { stack: 'keep' },
        ),
      ])
      expect(cells(html)).toEqual([...expected])
    })

  test('count their padding to their px', () => {
    const html = draw([section([wide({ px: 92 }, { style: { padding: [0, 8] } }), wide({ fr: 1 })], { stack: 'keep' })])
    expect(html).toContain('<td width="92" valign="top" style="box-sizing:border-box;padding:0 8px">')
  })
})

describe('the background of the content', () => {
  const body = { contentBackground: '#fafafa' }

  test('stands behind a section', () => {
    expect(draw([section([wide({ fr: 1 })])], { body })).toContain('background-color:#fafafa')
  })

  test('does not cover the background of a band', () => {
    const html = draw([section([wide({ fr: 1 })], { band: { background: '#123456' } })], { body })
    expect(html).toContain('background-color:#123456')
    expect(html).not.toContain('#fafafa')
  })

  test('stands behind a section whose band has no background', () => {
    const html = draw([section([wide({ fr: 1 })], { band: { padding: [8, 0] } })], { body })
    expect(html).toContain('background-color:#fafafa')
  })
})
