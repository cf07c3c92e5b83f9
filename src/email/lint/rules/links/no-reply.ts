import { defineRule } from '../../rule.ts'

/** Links to write to somebody who does not read. */
export const linkNoReply = defineRule({
  id: 'links.no-reply',
  severity: 'warning',
  why: 'Whoever writes there gets no answer, or their message back.',
  remedy: 'Name an address that somebody reads.',
  doc: 'https://www.rfc-editor.org/rfc/rfc6068',
  *check({ page, title }) {
    for (const { href, node } of page.links) {
      if (!/^mailto:(?:no|do-?not)[-_.]?reply\b[^?]*@/i.test(href)) continue
      yield { node, message: `${title(node)}: ${href.slice(7, 80)} is not read by anybody.` }
    }
  },
})
