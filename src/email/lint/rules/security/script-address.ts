import { cleanFix } from '../../fix/html.ts'
import { defineRule } from '../../rule.ts'

const executable = /^(?:javascript|vbscript|livescript|data:text\/html|data:image\/svg)/i

export const scriptAddress = defineRule({
  id: 'security.script-address',
  severity: 'error',
  why: 'It is a script instead of a URL; mail clients remove it, and filters treat it as an attack.',
  remedy: 'Use an https:// URL. Saving also removes the script.',
  doc: 'https://www.rfc-editor.org/rfc/rfc2397',
  *check({ options, page, title }) {
    for (const { attributes, node } of page.authored) {
      for (const [name, value] of attributes) {
        // Browsers drop white space and control characters before and inside a scheme (WHATWG URL, 4.4).
        if (!/[:]/.test(value) || !executable.test(value.slice(0, 200).replace(/[\u0000-\u0020]/g, ''))) continue
        yield {
          node,
          prop: 'html',
          message: `${title(node)}: ${name.slice(0, 40)} holds a script.`,
          fix: cleanFix(node, options),
        }
      }
    }
  },
})
