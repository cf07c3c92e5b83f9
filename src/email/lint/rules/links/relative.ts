import { defineRule } from '../../rule.ts'

/** Addresses of html blocks that begin nowhere. */
export const linkRelative = defineRule({
  id: 'links.relative',
  severity: 'error',
  why: 'An email has no address of its own that others could begin at, so the picture is missing and the link dead.',
  remedy: 'Write the whole address with https://; upload pictures and name where they are.',
  doc: 'https://www.rfc-editor.org/rfc/rfc3986#section-4.2',
  *check({ page, title }) {
    for (const { attributes, name, node } of page.authored) {
      for (const key of name === 'a' || name === 'area' ? ['href'] : ['src', 'background']) {
        const address = attributes.get(key)?.trim() ?? ''
        if (!isRelative(address)) continue
        const what = key === 'href' ? 'a link leads to' : 'a picture is at'
        const message = `${title(node)}: ${what} “${address.slice(0, 80)}”, which is no whole address.`
        yield { node, prop: 'html', message }
      }
    }
  },
})

// /cdn/ is the service's own, which rendering completes; tags may hold the whole address.
function isRelative(address: string): boolean {
  if (address === '' || /^(?:#|\/cdn\/|[{%[*<$]|&)/.test(address)) return false
  return /^(?:file|[a-z]):[\\/]/i.test(address) || !/^[a-z][a-z0-9+.-]*:/i.test(address)
}
