import { isTagged } from '../../../data/index.ts'
import { replaceFix } from '../../fix/change.ts'
import { defineRule } from '../../rule.ts'

export const mailtoSubject = defineRule({
  id: 'links.mailto-subject',
  severity: 'hint',
  why: 'A prefilled subject helps recipients, and shows you what the reply is about.',
  remedy: 'Add ?subject=… to the URL.',
  doc: 'https://www.rfc-editor.org/rfc/rfc6068',
  *check({ document: { meta }, title, values }) {
    const topic = [meta.subject, meta.title].find((text) => text !== undefined && isTopic(text))
    const subject = encodeURIComponent(`Re: ${topic}`.slice(0, 100).toWellFormed())
    for (const { href, prop, nodeContext } of values.addresses) {
      if (!/^mailto:/i.test(href) || /[?&]subject=/i.test(href)) continue
      const node = nodeContext?.node
      if (node === undefined) continue
      const change = (text: string) =>
        text === href ? `${href}${href.includes('?') ? '&' : '?'}subject=${subject}` : text
      const fix = topic === undefined ? undefined : replaceFix(node, 'Add a subject', change)
      yield { node, prop, message: `${title(node)}: ${href.slice(0, 80)} has no subject.`, fix }
    }
  },
})

function isTopic(text: string): boolean {
  const words = text.trim()
  return words !== '' && words.toLowerCase() !== 'untitled' && !isTagged(words)
}
