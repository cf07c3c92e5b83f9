import type { Block, Node, Style } from '../../../document/index.ts'
import { replaceFix, settingsFix } from '../../fix/change.ts'
import { defineRule } from '../../rule.ts'

export const justifiedText = defineRule({
  id: 'accessibility.justified-text',
  severity: 'warning',
  why: 'Justified text has uneven gaps, especially on phones, which distract dyslexic readers.',
  remedy: 'Align it to its start side.',
  doc: 'https://www.w3.org/WAI/WCAG22/Understanding/visual-presentation',
  *check({ document, page, nodeContexts, title }) {
    const align = document.meta.dir === 'rtl' ? 'right' : 'left'
    const shown = new Set(page.texts.flatMap(({ node, paint }) => (paint.align === 'justify' ? [node] : [])))
    for (const { node } of nodeContexts) {
      const layer = ['style', 'mobile', 'band', 'box'].find((key) => styleOf(node, key)?.align === 'justify')
      if (layer === undefined && !shown.has(node)) continue
      const changed = replaceFix(node, 'Align to the start', (text, key) =>
        key === 'align' && text === 'justify' ? align : text,
      )
      if (changed === undefined) continue
      const prop = layer === undefined ? 'text' : `${layer}.align`
      yield { node, prop, message: `${title(node)}: the text is justified.`, fix: changed }
    }
    if (document.theme.text?.align === 'justify') {
      const text = { ...document.theme.text, align }
      const fix = settingsFix('Align to the start', { theme: { text } })
      yield { prop: 'theme.text.align', message: 'The theme justifies text.', fix }
    }
  },
})

function styleOf(node: Node, key: string): Style | undefined {
  return (node as Block)[key] as Style | undefined
}
