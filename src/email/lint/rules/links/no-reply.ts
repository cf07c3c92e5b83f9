import { defineRule } from '../../rule.ts'

export const linkNoReply = defineRule({
  id: 'links.no-reply',
  severity: 'warning',
  why: 'Replies to it bounce or are never read.',
  remedy: 'Use an email address that is monitored.',
  doc: 'https://www.rfc-editor.org/rfc/rfc6068',
  *check({ page, title }) {
    for (const { href, node } of page.links) {
      if (!/^mailto:(?:no|do-?not)[-_.]?reply\b[^?]*@/i.test(href)) continue
      yield { node, message: `${title(node)}: ${href.slice(7, 80)} is a no-reply address.` }
    }
  },
})
