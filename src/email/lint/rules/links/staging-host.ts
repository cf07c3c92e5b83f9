import { everyAddress } from '../../model/texts-and-urls.ts'
import { hostOf, isPrivateHost, sameSite } from '../../model/hosts.ts'
import { defineRule } from '../../rule.ts'

const certain = /^(?:.+-)?(?:staging|stg|preprod|uat|qa)\d*$|^(?:staging|stg|preprod|uat)-/
/** Some production sites have such names. */
const likely = /^(?:.+-)?(?:dev|develop|test|testing|stage|sandbox)\d*$/
const tunnels =
  /(?:^|\.)(?:ngrok\.io|ngrok\.app|ngrok-free\.(?:app|dev)|loca\.lt|trycloudflare\.com|localhost\.run|serveo\.net)$/

export const linkStagingHost = defineRule({
  id: 'links.staging-host',
  severity: 'warning',
  why: 'Test sites ask for passwords, show test data or disappear.',
  remedy: 'Use the public site.',
  *check(context) {
    const found = [...everyAddress(context)].flatMap(({ href, node, prop }) => {
      const host = hostOf(href)
      return host === undefined || isPrivateHost(host) ? [] : [{ host, node, prop }]
    })
    for (const { host, node, prop } of found) {
      const labels = host.split('.').slice(0, -2)
      const isMeant =
        tunnels.test(host) ||
        labels.some((label) => certain.test(label)) ||
        (labels.some((label) => likely.test(label)) &&
          found.some((other) => other.host !== host && sameSite(other.host, host)))
      if (isMeant) yield { node, prop, message: `${context.title(node)}: ${host} looks like a test site.` }
    }
  },
})
