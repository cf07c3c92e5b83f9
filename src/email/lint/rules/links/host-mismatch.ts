import { hostOf, sameSite } from '../../model/hosts.ts'
import { defineRule } from '../../rule.ts'

/** Text that contains the host of one site and links to another. */
export const linkHostMismatch = defineRule({
  id: 'links.host-mismatch',
  severity: 'error',
  why: 'It looks like phishing: mail clients warn about it, filters score it, and careful recipients do not click it.',
  remedy: 'Use a descriptive link text instead of a URL, or show the actual URL.',
  doc: 'https://www.rfc-editor.org/rfc/rfc5321#section-7.1',
  *check({ page, title }) {
    for (const { href, node, text } of page.links) {
      const host = hostOf(href)
      const shown = /^\s*(?:https?:\/\/)?((?:[a-z0-9-]+\.)+[a-z]{2,})(?:[/?#:]\S*)?\s*$/i.exec(text.slice(0, 300))?.[1]
      if (host === undefined || shown === undefined || node === undefined || sameSite(shown.toLowerCase(), host))
        continue
      yield { node, message: `${title(node)}: the text shows ${shown}, the link opens ${host}.` }
    }
  },
})
