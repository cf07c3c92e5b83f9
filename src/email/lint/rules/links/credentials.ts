import { hostOf } from '../../model/hosts.ts'
import { defineRule } from '../../rule.ts'

/** Addresses with a name and password in them. */
export const linkCredentials = defineRule({
  id: 'links.credentials',
  severity: 'error',
  why: 'What stands before the @ of a web address is a name and password: browsers hide it, and phishing uses it to feign a host.',
  remedy: 'Take it out of the address.',
  doc: 'https://www.rfc-editor.org/rfc/rfc3986#section-7.6',
  *check({ title, values }) {
    for (const { href, prop, nodeContext } of values.addresses) {
      if (nodeContext === undefined || !/^https?:\/\/[^/?#{]*@/i.test(href) || hostOf(href) === undefined) continue
      yield {
        node: nodeContext.node,
        prop,
        message: `${title(nodeContext.node)}: the address carries a name or password.`,
      }
    }
  },
})
