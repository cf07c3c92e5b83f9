import { cleanFix } from '../../fix/html.ts'
import { defineRule } from '../../rule.ts'

const embedding = new Set(['iframe', 'frame', 'frameset', 'object', 'embed', 'applet', 'portal', 'base'])

export const embeddedPage = defineRule({
  id: 'security.embedded-page',
  severity: 'error',
  why: 'Mail clients do not show it, and filters reject it because its content is unknown.',
  remedy: 'Link to the page, for example with a screenshot. Saving also removes the element.',
  doc: 'https://www.caniemail.com/features/html-object/',
  *check({ options, page, title }) {
    for (const { name, node } of page.authored) {
      if (!embedding.has(name)) continue
      yield { node, prop: 'html', message: `${title(node)}: contains <${name}>.`, fix: cleanFix(node, options) }
    }
  },
})
