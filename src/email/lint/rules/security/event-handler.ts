import { cleanFix } from '../../fix/html.ts'
import { defineRule } from '../../rule.ts'

export const eventHandler = defineRule({
  id: 'security.event-handler',
  severity: 'error',
  why: 'It is a script: no mail client runs it, and filters treat it as an attack.',
  remedy: 'Remove the attribute. Saving also removes it.',
  doc: 'https://html.spec.whatwg.org/multipage/webappapis.html#event-handler-attributes',
  *check({ options, page, title }) {
    for (const { attributes, node } of page.authored) {
      const name = [...attributes.keys()].find((key) => /^on[a-z]{3,}$/.test(key))
      if (name === undefined) continue
      yield {
        node,
        prop: 'html',
        message: `${title(node)}: the attribute ${name.slice(0, 40)} is a script.`,
        fix: cleanFix(node, options),
      }
    }
  },
})
