import { everyAddress } from '../../model/every-url.ts'
import { hostOf } from '../../model/hosts.ts'
import { defineRule } from '../../rule.ts'

const shorteners = new Set(
  'bit.ly goo.gl t.co tinyurl.com ow.ly is.gd buff.ly rebrand.ly cutt.ly shorturl.at tiny.cc rb.gy bl.ink t.ly s.id v.gd lnkd.in adf.ly qr.ae trib.al dlvr.it snip.ly'.split(
    ' ',
  ),
)

/** Links through a service that hides where they lead. */
export const linkShortener = defineRule({
  id: 'links.shortener',
  severity: 'warning',
  why: 'Spammers hide behind shorteners, so block lists name their hosts; the Spamhaus list of domains has a category for them.',
  remedy: 'Use the whole address; its text may be as short as you like.',
  doc: 'https://www.spamhaus.org/faqs/domain-blocklist/',
  *check(context) {
    for (const { href, node, prop } of everyAddress(context)) {
      const host = hostOf(href)
      if (host === undefined || !shorteners.has(host)) continue
      yield {
        node,
        prop,
        message: `${context.title(node)}: ${host} shortens links.`,
      }
    }
  },
})
