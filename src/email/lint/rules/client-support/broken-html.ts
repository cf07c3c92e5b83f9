import { setFix } from '../../fix/change.ts'
import { type Fault, faultOf } from '../../page/balance.ts'
import { sourceOf } from '../../page/read-page.ts'
import { isBlock } from '../../context.ts'
import { defineRule } from '../../rule.ts'

export const brokenHtml = defineRule({
  id: 'client-support.broken-html',
  severity: 'error',
  why: 'Mail clients repair it differently: the following content moves into the block or out of its table.',
  remedy: 'Close every element that the block opens; remove end tags without a start tag.',
  doc: 'https://html.spec.whatwg.org/multipage/parsing.html#an-introduction-to-error-handling-and-strange-cases-in-the-parser',
  *check({ nodeContexts, title }) {
    for (const { node } of nodeContexts) {
      if (!isBlock(node, 'html')) continue
      const source = sourceOf(node)
      const fault = faultOf(source)
      if (fault === undefined) continue
      const fix = fault.closing === undefined ? undefined : setFix(node, 'Close it', { html: source + fault.closing })
      yield { node, prop: 'html', message: `${title(node)}: ${said(fault)}.`, fix }
    }
  },
})

function said({ kind, name }: Fault): string {
  if (kind === 'comment') return 'an unclosed comment hides the following content'
  return kind === 'unclosed' ? `<${name}> is never closed` : `</${name}> has no start tag`
}
