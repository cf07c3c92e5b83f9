import { cleanFix } from '../../fix/html.ts'
import { defineRule } from '../../rule.ts'

export const script = defineRule({
  id: 'security.script',
  severity: 'error',
  why: 'No mail client runs scripts, and filters reject emails that contain them.',
  remedy: 'Remove it. Saving also removes it.',
  doc: 'https://www.caniemail.com/',
  *check({ options, page, title }) {
    for (const { name, node } of page.authored) {
      if (name !== 'script') continue
      yield { node, prop: 'html', message: `${title(node)}: a script.`, fix: cleanFix(node, options) }
    }
  },
})
