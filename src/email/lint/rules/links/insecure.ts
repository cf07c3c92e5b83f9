import { replaceFix } from '../../fix/change.ts'
import { defineRule } from '../../rule.ts'

/** Addresses without encryption. */
export const linkInsecure = defineRule({
  id: 'links.insecure',
  severity: 'warning',
  why: 'On the way anybody can read and change what http:// brings, browsers warn of it, and some mail clients load no such picture.',
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
