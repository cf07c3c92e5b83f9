import { cleanFix } from '../../fix/clean.ts'
import { defineRule } from '../../rule.ts'

const controls = new Set(['form', 'input', 'textarea', 'select', 'button'])

/** Forms in the HTML part. */
export const form = defineRule({
  id: 'security.form',
  severity: 'error',
  why: 'Outlook shows no forms, Gmail warns before it sends one, and asking for data in an email is what phishing does.',
  remedy: 'Link to the form, or use the form block, which AMP shows and HTML replaces by a link.',
  doc: 'https://www.caniemail.com/features/html-form/',
  *check({ options, page, title }) {
    const seen = new Set<object>()
    for (const { name, node } of page.authored) {
      if (!controls.has(name) || seen.has(node)) continue
      seen.add(node)
      yield { node, prop: 'html', message: `${title(node)}: an element ${name}.`, fix: cleanFix(node, options) }
    }
  },
})
