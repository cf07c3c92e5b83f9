import { everyAddress } from '../../model/every-url.ts'
import { hostOf, isPrivateHost } from '../../model/hosts.ts'
import { defineRule } from '../../rule.ts'

/** Addresses that only somebody's own machine or network knows. */
export const linkPrivateHost = defineRule({
  id: 'links.private-host',
  severity: 'error',
  why: 'It works where the email is made and for none of its readers.',
  remedy: 'Name the public address.',
  doc: 'https://www.rfc-editor.org/rfc/rfc6761',
  *check(context) {
    for (const { href, node, prop } of everyAddress(context)) {
      const host = hostOf(href)
      if (host === undefined || !isPrivateHost(host)) continue
      const subject = context.title(node)
      yield { node, prop, message: `${subject}: ${host} cannot be reached from outside.` }
    }
  },
})
