import { type Block, type Column, type Operation, rootId } from '../../../document/index.ts'
import type { LintContext } from '../../context.ts'
import { defineRule } from '../../rule.ts'

const words =
  /unsubscri|opt-?out|abmelde|abbestell|d[eé]sabonn|desinscri|darse-?de-?baja|cancel(?:ar|la)-?(?:la-)?(?:suscrip|iscri)|afmeld|uitschrijv/i

/** True if a text or URL is about unsubscribing, in common languages. */
export function namesUnsubscribing(text: string): boolean {
  return words.test(text)
}

export const unsubscribeMissing = defineRule({
  id: 'links.unsubscribe-missing',
  severity: 'error',
  why: 'Most laws require it, Gmail and Yahoo reject bulk mail without it, and recipients who find no link report spam.',
  remedy:
    'Add a link with the role `unsubscribe`; also set the List-Unsubscribe and List-Unsubscribe-Post headers when sending.',
  doc: 'https://support.google.com/a/answer/81126',
  check: (context) =>
    context.isBulk && !hasUnsubscribe(context)
      ? [
          {
            message: 'There is no unsubscribe link.',
            fix: { label: 'Add an unsubscribe link', operations: [addLink(context)] },
          },
        ]
      : [],
})

function hasUnsubscribe({ page, values }: LintContext): boolean {
  return (
    values.addresses.some(({ href, role }) => role === 'unsubscribe' || namesUnsubscribing(href)) ||
    page.links.some(({ href, text }) => namesUnsubscribing(href) || namesUnsubscribing(text))
  )
}

function addLink({ document: { rows }, nodeContexts }: LintContext): Operation {
  const taken = new Set(nodeContexts.map(({ node }) => node.id))
  const free = (wanted: string) => {
    for (let number = 1; ; number++) {
      const id = number === 1 ? wanted : `${wanted}-${number}`
      if (!taken.has(id)) return id
    }
  }
  const block: Block = {
    id: free('unsubscribe-link'),
    type: 'text',
    text: [{ type: 'paragraph', align: 'center', runs: [{ text: 'Unsubscribe', link: { role: 'unsubscribe' } }] }],
    style: { padding: [16, 24, 16, 24], size: 14, lineHeight: 1.5 },
  }
  const last = rows.at(-1)
  const column =
    last?.type === 'section' && last.each === undefined && last.when === undefined ? last.columns.at(-1) : undefined
  if (column !== undefined && last?.type === 'section' && last.columns.length === 1) {
    return { op: 'insert', parent: column.id, index: column.blocks.length, nodes: [block] }
  }
  const around: Column = { id: free('unsubscribe-column'), type: 'column', width: { fr: 1 }, blocks: [block] }
  const section = { id: free('unsubscribe'), type: 'section' as const, stack: 'stack' as const, columns: [around] }
  return { op: 'insert', parent: rootId, index: rows.length, nodes: [section] }
}
