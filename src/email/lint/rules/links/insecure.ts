import { replaceFix } from '../../fix/change.ts'
import { defineRule } from '../../rule.ts'

export const linkInsecure = defineRule({
  id: 'links.insecure',
  severity: 'warning',
  why: 'Traffic over http:// can be read and changed on the network, browsers warn about it, and some mail clients load no such images.',
  remedy: 'Use https://.',
  doc: 'https://web.dev/articles/why-https-matters',
  *check({ page, title, values }) {
    for (const { href, prop, nodeContext } of values.addresses) {
      if (!/^http:\/\//i.test(href)) continue
      const node = nodeContext?.node
      const fix =
        node === undefined
          ? undefined
          : replaceFix(node, 'Use https', (text) => (text === href ? text.replace(/^http:/i, 'https:') : text))
      yield {
        node,
        prop,
        message: `${title(node)}: ${shown(href)} is not encrypted.`,
        fix,
      }
    }
    for (const { attributes, node } of page.authored) {
      for (const name of ['href', 'src', 'background']) {
        const address = attributes.get(name)
        if (address === undefined || !/^\s*http:\/\//i.test(address)) continue
        const secure = address.replace(/http:/i, 'https:')
        const fix = replaceFix(node, 'Use https', (text, key) =>
          key === 'html' ? text.replaceAll(address, secure) : text,
        )
        yield { node, prop: 'html', message: `${title(node)}: ${shown(address)} is not encrypted.`, fix }
      }
    }
  },
})

function shown(address: string): string {
  return address.trim().slice(0, 80)
}
