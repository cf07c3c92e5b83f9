import { defineRule } from '../../rule.ts'

export const linkRelative = defineRule({
  id: 'links.relative',
  severity: 'error',
  why: 'An email has no base URL, so relative images are missing and relative links are dead.',
  remedy: 'Use absolute https:// URLs; upload images and use their URLs.',
  doc: 'https://www.rfc-editor.org/rfc/rfc3986#section-4.2',
  *check({ page, title }) {
    for (const { attributes, name, node } of page.authored) {
      for (const key of name === 'a' || name === 'area' ? ['href'] : ['src', 'background']) {
        const address = attributes.get(key)?.trim() ?? ''
        if (!isRelative(address)) continue
        const what = key === 'href' ? 'a link has' : 'an image has'
        const message = `${title(node)}: ${what} the relative URL “${address.slice(0, 80)}”.`
        yield { node, prop: 'html', message }
      }
    }
  },
})

// Rendering completes /cdn/ paths; tags may contain the whole URL.
function isRelative(address: string): boolean {
  if (address === '' || /^(?:#|\/cdn\/|[{%[*<$]|&)/.test(address)) return false
  return /^(?:file|[a-z]):[\\/]/i.test(address) || !/^[a-z][a-z0-9+.-]*:/i.test(address)
}
