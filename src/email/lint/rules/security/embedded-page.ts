import { cleanFix } from '../../fix/clean.ts'
import { defineRule } from '../../rule.ts'

const embedding = new Set(['iframe', 'frame', 'frameset', 'object', 'embed', 'applet', 'portal', 'base'])

/** Pages and programs inside the email. */
export const embeddedPage = defineRule({
  id: 'security.embedded-page',
  severity: 'error',
  why: 'Mail clients show nothing there, and filters refuse it: it could be anything.',
  remedy: 'Link to the page, with a picture of it; saving takes it out too.',
  doc: 'https://www.caniemail.com/features/html-object/',
  *check({ options, page, title }) {
    for (const { name, node } of page.authored) {
      if (!embedding.has(name)) continue
      yield { node, prop: 'html', message: `${title(node)}: an element ${name}.`, fix: cleanFix(node, options) }
    }
  },
})
