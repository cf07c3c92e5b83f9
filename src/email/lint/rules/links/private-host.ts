import { everyAddress } from '../../model/texts-and-urls.ts'
import { hostOf, isPrivateHost } from '../../model/hosts.ts'
import { defineRule } from '../../rule.ts'

export const linkPrivateHost = defineRule({
  id: 'links.private-host',
  severity: 'error',
  why: 'It works on your network but not for recipients.',
  remedy: 'Use the public URL.',
  doc: 'https://www.rfc-editor.org/rfc/rfc6761',
  *check(context) {
    for (const { href, node, prop } of everyAddress(context)) {
      const host = hostOf(href)
      if (host === undefined || !isPrivateHost(host)) continue
      const subject = context.title(node)
      yield { node, prop, message: `${subject}: ${host} is not publicly reachable.` }
    }
  },
})
