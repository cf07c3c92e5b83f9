import { cleanFix } from '../../fix/html.ts'
import { defineRule } from '../../rule.ts'

export const metaRefresh = defineRule({
  id: 'security.meta-refresh',
  severity: 'error',
  why: 'It redirects the reader without consent; filters treat it as an attack.',
  remedy: 'Remove it. Saving also removes it.',
  doc: 'https://html.spec.whatwg.org/multipage/semantics.html#attr-meta-http-equiv-refresh',
  *check({ options, page, title }) {
    for (const { attributes, name, node } of page.authored) {
      const order = attributes.get('http-equiv')?.trim().toLowerCase()
      if (name !== 'meta' || (order !== 'refresh' && order !== 'set-cookie')) continue
      yield {
        node,
        prop: 'html',
        message: `${title(node)}: a meta element with ${order}.`,
        fix: cleanFix(node, options),
      }
    }
  },
})
