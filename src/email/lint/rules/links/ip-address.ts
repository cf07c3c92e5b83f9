import { everyAddress } from '../../model/texts-and-urls.ts'
import { hostOf, isPrivateHost } from '../../model/hosts.ts'
import { defineRule } from '../../rule.ts'

export const linkIpAddress = defineRule({
  id: 'links.ip-address',
  severity: 'warning',
  why: 'Phishing uses IP addresses, so filters score them (NORMAL_HTTP_TO_IP), and most have no certificate.',
  remedy: 'Use a host name.',
  doc: 'https://spamassassin.apache.org/old/tests_3_3_x.html',
  *check(context) {
    for (const { href, node, prop } of everyAddress(context)) {
      const host = hostOf(href)
      if (host === undefined || isPrivateHost(host) || !/^(?:\d{1,3}(?:\.\d{1,3}){3}|\[.*\])$/.test(host)) continue
      yield { node, prop, message: `${context.title(node)}: ${host} is an IP address, not a host name.` }
    }
  },
})
