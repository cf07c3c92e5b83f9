import { decodeEntities, escapeHtml } from '../../document/index.ts'
import type { Slot, Reading } from '../reading/reading.ts'
import type { LooseBlock } from '../loose.ts'
import type { Element } from '../source/element.ts'
import { layOut } from '../text/flow.ts'
import { parseFragment } from '../text/fragment.ts'
import { BeyondRichText, styledAs } from '../text/inline.ts'
import { withoutTags } from '../source/one-line.ts'
import { settleRoles } from './roles.ts'
import { tagProblem, textBlocks } from '../text/text-blocks.ts'
import { type Attributes, noBox, readBox } from '../values/lengths.ts'
import { lookOf } from '../values/styles.ts'
import { keepHtml } from './html.ts'

/** mj-text: its HTML as rich text, paragraph by paragraph; what that cannot say stays HTML as a whole. */
export function readText(reading: Reading, element: Element, slot: Slot): LooseBlock[] {
  const attributes = reading.attributesOf(element, slot)
  reading.ignore(element, attributes, ['height'])
  const padding = readBox(attributes, 'padding', slot.width) ?? noBox
  const content = settleRoles(reading, element, element.content)
  try {
    const problem = tagProblem(decodeEntities(withoutTags(content)))
    if (problem !== undefined) throw new BeyondRichText('a template tag of another language')
    const fragment = parseFragment(content)
    if (fragment === undefined) throw new BeyondRichText('HTML for Outlook')
    const path = [
      ...slot.path,
      styledAs({ ...fragment, name: 'td', attributes: { class: attributes['css-class'] ?? '' } }),
    ]
    const flow = layOut(fragment.children, {
      fonts: reading.head.fonts,
      rules: reading.head.rules,
      path: [...path, { name: 'div', classes: [] }],
      textStyle: lookOf(attributes, reading.head.fonts),
    })
    if (flow.boxes.length === 0) return [reading.block({ type: 'text', text: [] }, { padding }, attributes, element)]
    return textBlocks(flow, padding).map(({ block, style }) => reading.block(block, style, attributes, element))
  } catch (error) {
    if (!(error instanceof BeyondRichText)) throw error
    reading.warn('MJML_HTML_KEPT', `Rich text cannot say ${error.what}; the text is kept as HTML.`, element)
    return [
      keepHtml(reading, element, `<div style="${cssOf(attributes)}">${element.content}</div>`, { padding }, attributes),
    ]
  }
}

const properties = [
  'font-family',
  'font-size',
  'font-style',
  'font-weight',
  'letter-spacing',
  'line-height',
  'text-decoration',
  'text-transform',
  'color',
]

/** The declarations of text that a component renders. */
export function cssOf(attributes: Attributes): string {
  const css = properties.flatMap((name) => {
    const value = attributes[name]
    return value === undefined || /[;"<>{}]/.test(value) ? [] : [`${name}:${value}`]
  })
  const { align } = attributes
  if (align !== undefined && /^[a-z]+$/.test(align)) css.push(`text-align:${align}`)
  return escapeHtml(css.join(';')).replaceAll('&quot;', "'")
}
