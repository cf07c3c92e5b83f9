import { type Block, type RichText, decodeEntities } from '../../document/index.ts'
import {
  type BlockMjml,
  type Element,
  type InputBlock,
  type Reading,
  type Slot,
  UnsupportedRichText,
  cssOf,
  keepHtml,
  readFlow,
  lookOf,
  noBox,
  parseFragment,
  readBox,
  resolveLinkRoles,
  styledAs,
  tagProblem,
  textBlocks,
  withoutTags,
} from '../../mjml/index.ts'

interface Text extends Block {
  text: RichText
}

export const textMjml: BlockMjml<Text> = {
  components: { 'mj-text': { read: readText } },
  write: ({ text }, context) => context.mjText(context.richText(text)),
}

// Converts HTML to rich text, paragraph by paragraph; HTML that rich text cannot represent is kept as a whole.
function readText(reading: Reading, element: Element, slot: Slot): InputBlock[] {
  const attributes = reading.attributesOf(element, slot)
  reading.ignore(element, attributes, ['height'])
  const padding = readBox(attributes, 'padding', slot.width) ?? noBox
  const content = resolveLinkRoles(reading, element, element.content)
  try {
    const problem = tagProblem(decodeEntities(withoutTags(content)))
    if (problem !== undefined) throw new UnsupportedRichText('a template tag of another language')
    const fragment = parseFragment(content)
    if (fragment === undefined) throw new UnsupportedRichText('HTML for Outlook')
    const path = [
      ...slot.path,
      styledAs({ ...fragment, name: 'td', attributes: { class: attributes['css-class'] ?? '' } }),
    ]
    const flow = readFlow(fragment.children, {
      fonts: reading.head.fonts,
      rules: reading.head.rules,
      path: [...path, { name: 'div', classes: [] }],
      textStyle: lookOf(attributes, reading.head.fonts),
    })
    if (flow.boxes.length === 0) return [reading.block({ type: 'text', text: [] }, { padding }, attributes, element)]
    return textBlocks(flow, padding).map(({ block, style }) => reading.block(block, style, attributes, element))
  } catch (error) {
    if (!(error instanceof UnsupportedRichText)) throw error
    reading.warn('MJML_HTML_KEPT', `Rich text cannot represent ${error.what}; the text was kept as HTML.`, element)
    return [
      keepHtml(reading, element, `<div style="${cssOf(attributes)}">${element.content}</div>`, { padding }, attributes),
    ]
  }
}
