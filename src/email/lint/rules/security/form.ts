import { cleanFix } from '../../fix/html.ts'
import { defineRule } from '../../rule.ts'

const controls = new Set(['form', 'input', 'textarea', 'select', 'button'])

export const form = defineRule({
  id: 'security.form',
  severity: 'error',
  why: 'Outlook does not show forms, Gmail warns before submitting one, and phishing emails ask for data this way.',
  remedy: 'Link to the form, or use the form block: AMP renders the form, HTML a link.',
  doc: 'https://www.caniemail.com/features/html-form/',
  *check({ options, page, title }) {
    const seen = new Set<object>()
    for (const { name, node } of page.authored) {
      if (!controls.has(name) || seen.has(node)) continue
      seen.add(node)
      yield { node, prop: 'html', message: `${title(node)}: contains <${name}>.`, fix: cleanFix(node, options) }
    }
  },
})
