import type { Operation } from '../../../document/index.ts'
import { sourceOf } from '../../page/read-page.ts'
import { defineRule } from '../../rule.ts'

const element = /<style(?:\s[^<>]*)?>([\s\S]*?)(?:<\/style\s*>|$)/gi

export const styleInBody = defineRule({
  id: 'client-support.style-in-body',
  severity: 'warning',
  why: 'Gmail applies style elements only in the head, so the block is shown without its styles there.',
  remedy: 'Move the rules to the style sheet of the email, and essential ones to style attributes.',
  doc: 'https://www.emailonacid.com/blog/article/email-development/12_things_you_must_know_when_developing_for_gmail_and_gmail_mobile_apps',
  *check({ document, page, title }) {
    const seen = new Set<object>()
    for (const { node } of page.authoredSheets) {
      if (seen.has(node)) continue
      seen.add(node)
      const source = sourceOf(node)
      const moved = [...source.matchAll(element)].map(([, css = '']) => css.trim())
      const css = [document.head?.css, ...moved].filter((part) => part !== undefined && part !== '').join('\n')
      const operations: Operation[] = [
        { op: 'set', id: node.id, props: { html: source.replace(element, '') } },
        { op: 'settings', props: { head: { ...document.head, css } } },
      ]
      const fix = moved.length === 0 ? undefined : { label: 'Move it to the head', operations }
      yield { node, prop: 'html', message: `${title(node)}: a style element is in the body.`, fix }
    }
  },
})
