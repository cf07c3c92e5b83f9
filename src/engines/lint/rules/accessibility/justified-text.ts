import type { Block, Node, Style } from '../../../document/index.ts'
import { replaceFix, setFix } from '../../fix/change.ts'
import { type Fix, defineRule } from '../../rule.ts'

/** Text set to both margins. */
export const justifiedText = defineRule({
  id: 'accessibility.justified-text',
  severity: 'warning',
  why: 'The gaps between words grow uneven, most on a phone, and form rivers that distract dyslexic readers.',
  remedy: 'Align it to the side it begins at.',
  doc: 'https://www.w3.org/WAI/WCAG22/Understanding/visual-presentation',
  *check({ document, spots, title }) {
    const align = document.meta.dir === 'rtl' ? 'right' : 'left'
    for (const { node } of spots) {
      const isJustified = ['style', 'mobile', 'band', 'box'].some((key) => styleOf(node, key)?.align === 'justify')
      const runs = replaceFix(node, 'Align it', (text, key) => (key === 'align' && text === 'justify' ? align : text))
      if (runs !== undefined) {
        yield {
          node,
          prop: isJustified ? 'style.align' : 'text',
          message: `${title(node)}: the text is justified.`,
          fix: setFix(node, 'Align it to one side', propsOf(runs)),
        }
      }
    }
    if (document.theme.text?.align === 'justify') {
      const text = { ...document.theme.text, align }
      yield {
        prop: 'theme.text.align',
        message: 'The theme justifies text.',
        fix: { label: 'Align it to one side', operations: [{ op: 'settings', props: { theme: { text } } }] },
      }
    }
  },
})

function styleOf(node: Node, key: string): Style | undefined {
  return (node as Block)[key] as Style | undefined
}

function propsOf({ operations: [operation] }: Fix): Record<string, unknown> {
  return operation?.op === 'set' ? operation.props : {}
}
