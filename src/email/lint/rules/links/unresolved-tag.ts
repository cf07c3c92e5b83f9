import { everyAddress } from '../../model/texts-and-urls.ts'
import { defineRule } from '../../rule.ts'

// Tags of other systems: *|URL|*, %%url%%, ${url}, <%= url %>, [[url]], {url}, %recipient.url%, and unclosed Liquid.
const foreign =
  /\*\|[^|]{1,80}\|\*|%%[^%]{1,80}%%|\$\{[^}]{1,80}\}|<%|%3C%25|\[\[[^\]]{1,80}\]\]|^\{[^{}%]{1,80}\}|%recipient\.|\{\{[^}]*$/i

export const linkUnresolvedTag = defineRule({
  id: 'links.unresolved-tag',
  severity: 'error',
  why: 'Recipients get the tag itself as URL.',
  remedy: 'Write it as a merge tag, such as {{ order.url }}, and declare the field.',
  *check(context) {
    for (const { href, node, prop } of everyAddress(context)) {
      const tag = foreign.exec(href.slice(0, 2000))?.[0]
      if (tag === undefined) continue
      const subject = context.title(node)
      yield {
        node,
        prop,
        message: `${subject}: the URL contains ${tag.slice(0, 40)}, which is not a merge tag of this service.`,
      }
    }
  },
})
