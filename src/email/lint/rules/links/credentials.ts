import { hostOf } from '../../model/hosts.ts'
import { defineRule } from '../../rule.ts'

export const linkCredentials = defineRule({
  id: 'links.credentials',
  severity: 'error',
  why: 'The part before @ in a URL is a user name and password: browsers hide it, and phishing uses it to fake a host.',
  remedy: 'Remove it from the URL.',
  doc: 'https://www.rfc-editor.org/rfc/rfc3986#section-7.6',
  *check({ title, values }) {
    for (const { href, prop, nodeContext } of values.addresses) {
      if (nodeContext === undefined || !/^https?:\/\/[^/?#{]*@/i.test(href) || hostOf(href) === undefined) continue
      yield {
        node: nodeContext.node,
        prop,
        message: `${title(nodeContext.node)}: the URL contains a user name or password.`,
      }
    }
  },
})
