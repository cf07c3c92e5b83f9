import { mjmlBlocks } from '../../../src/email/blocks/mjml.ts'
import { blockTypes } from '../../../src/email/blocks/index.ts'
import { describe, expect, test } from 'bun:test'
import { readMjml } from '../../../src/email/mjml/index.ts'
import { blockOf, inColumn, read } from './read.ts'

const red = ['#f00', '#f00f', '#ff0000', 'red', 'rgb(255,0,0)', 'rgb(100%,0%,0%)', 'rgb(255 0 0)', 'hsl(0,100%,50%)']
const seen = (value: unknown) => String(value).replace(/^#f00$/, '#ff0000')

describe('a color of MJML in every spelling', () => {
  test.each([...red, 'hsl(0deg 100% 50%)', 'hwb(0 0% 0%)', 'hsla(360, 100%, 50%, 1)'])('%s is red', (color) => {
    const style = (component: string) => blockOf(component)['style'] as Record<string, unknown>
    expect(seen(style(`<mj-text color="${color}">a</mj-text>`)['color'])).toBe('#ff0000')
    const button = `<mj-button background-color="${color}" href="https://a.example">a</mj-button>`
    expect(seen(style(button)['background'])).toBe('#ff0000')
    const divider = blockOf(`<mj-divider border-color="${color}"/>`)
    expect(seen(divider['color'])).toBe('#ff0000')
    const framed = `<mj-image border="2px solid ${color}" src="https://example.com/a.png"/>`
    expect(style(framed)['border']).toMatchObject({ width: 2, color: expect.stringMatching(/^#f00$|^#ff0000$/) })
    expect(read(inColumn(button + framed)).report.warnings).toEqual([])
  })

  test.each([
    ['<mj-text color="color-mix(in srgb, red, blue)">a</mj-text>', 'color of mj-text', 'color-mix(in srgb, red, blue)'],
    [
      '<mj-button background-color="rde" href="https://a.example">a</mj-button>',
      'background-color of mj-button',
      'rde',
    ],
    ['<mj-divider border-color="#12"/>', 'border-color of mj-divider', '#12'],
    ['<mj-text container-background-color="var(--x)">a</mj-text>', 'container-background-color of mj-text', 'var(--x)'],
    [
      '<mj-image border="1px solid color-mix(in srgb, red, blue)" src="https://example.com/a.png"/>',
      'border of mj-image',
      '1px solid color-mix(in srgb, red, blue)',
    ],
  ])('%s is reported as dropped', (component, name, value) => {
    const message = `${name} is not a color that email clients support and was dropped: ${value}.`
    expect(readMjml(inColumn(`\n${component}`), blockTypes, mjmlBlocks).report.warnings).toMatchObject([
      { code: 'MJML_VALUE', message, line: 2 },
    ])
  })

  test('text in an unsupported CSS color is kept as HTML', () => {
    const { report } = readMjml(
      inColumn('<mj-text><p style="color:color-mix(in srgb, red, blue)">a</p></mj-text>'),
      blockTypes,
      mjmlBlocks,
    )
    expect(report.warnings.map(({ code, message }) => `${code} ${message}`).join()).toContain('color:color-mix')
  })
})
