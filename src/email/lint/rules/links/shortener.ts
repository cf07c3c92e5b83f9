import { everyAddress } from '../../model/texts-and-urls.ts'
import { hostOf } from '../../model/hosts.ts'
import { defineRule } from '../../rule.ts'

const shorteners = new Set(
  'bit.ly goo.gl t.co tinyurl.com ow.ly is.gd buff.ly rebrand.ly cutt.ly shorturl.at tiny.cc rb.gy bl.ink t.ly s.id v.gd lnkd.in adf.ly qr.ae trib.al dlvr.it snip.ly'.split(
    ' ',
  ),
)

export const linkShortener = defineRule({
  id: 'links.shortener',
  severity: 'warning',
  why: 'Spammers use URL shorteners, so block lists contain their hosts; the Spamhaus domain list has a category for them.',
  remedy: 'Use the full URL; the link text may be short.',
  doc: 'https://www.spamhaus.org/faqs/domain-blocklist/',
  *check(context) {
    for (const { href, node, prop } of everyAddress(context)) {
      const host = hostOf(href)
      if (host === undefined || !shorteners.has(host)) continue
      yield {
        node,
        prop,
        message: `${context.title(node)}: ${host} is a URL shortener.`,
      }
    }
  },
})
