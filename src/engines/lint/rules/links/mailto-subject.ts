import { replaceFix } from '../../fix/change.ts'
import { defineRule } from '../../rule.ts'

/** Addresses to write to, without a subject. */
export const mailtoSubject = defineRule({
  id: 'links.mailto-subject',
  severity: 'hint',
  why: 'A subject saves the reader a decision, and tells you later what the answer is about.',
  remedy: 'Add ?subject=… to the address.',
  doc: 'https://www.rfc-editor.org/rfc/rfc6068',
  *check({ document: { meta }, title, values }) {
    const subject = encodeURIComponent(`Re: ${meta.title}`.slice(0, 100).toWellFormed())
    for (const { href, prop, spot } of values.addresses) {
      if (!/^mailto:/i.test(href) || /[?&]subject=/i.test(href)) continue
      const node = spot?.node
      if (node === undefined) continue
      const fix = replaceFix(node, 'Add a subject', (text) =>
        text === href ? `${href}${href.includes('?') ? '&' : '?'}subject=${subject}` : text,
      )
      yield { node, prop, message: `${title(node)}: ${href.slice(0, 80)} has no subject.`, fix }
    }
  },
})
