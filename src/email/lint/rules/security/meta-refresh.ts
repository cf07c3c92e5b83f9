import { cleanFix } from '../../fix/clean.ts'
import { defineRule } from '../../rule.ts'

/** Orders to the browser in html blocks. */
export const metaRefresh = defineRule({
  id: 'security.meta-refresh',
  severity: 'error',
  why: 'It would lead the reader away unasked; filters take it for an attack.',
  remedy: 'Take it out; saving does it too.',
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
