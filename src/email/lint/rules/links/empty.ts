import type { Address } from '../../model/values.ts'
import type { LintContext } from '../../context.ts'
import { removeFix, setFix } from '../../fix/change.ts'
import { withRoles, withoutLinks } from '../../fix/links.ts'
import { type Fix, defineRule } from '../../rule.ts'

export const linkEmpty = defineRule({
  id: 'links.empty',
  severity: 'error',
  why: 'Recipients click it and nothing happens.',
  remedy: 'Set its URL, or remove the link.',
  doc: 'https://www.w3.org/WAI/WCAG22/Understanding/link-purpose-in-context',
  *check(context) {
    for (const address of context.values.addresses) {
      const { href, prop, role, nodeContext, use } = address
      if (nodeContext === undefined || use !== 'link' || role !== undefined) continue
      if (!isNowhere(href)) continue
      // Many links are optional; one that was never set is not rendered as a link.
      if (href === '' && isBare(context, address)) continue
      const item = /^items\.(\d+)\./.exec(prop)?.[1]
      const link = item === undefined ? 'the link' : `the link of item ${Number(item) + 1}`
      const words = `${context.title(nodeContext.node)}: ${href === '' ? `${link} has no address` : `${link} # leads nowhere`}.`
      yield { node: nodeContext.node, prop, message: words, fix: fixOf(address) }
    }
    for (const { href, node, authored } of context.page.links) {
      if (authored === undefined || node === undefined || (href !== '' && href !== '#')) continue
      yield { node, prop: 'html', message: `${context.title(node)}: a link has no URL.` }
    }
  },
})

// Images, products and menu items may have no link; buttons must have one.
function isBare({ options: { blocks } }: LintContext, { isOptional, prop, nodeContext }: Address): boolean {
  if (nodeContext === undefined || isOptional) return true
  const type = blocks.get(nodeContext.node.type)
  return type === undefined || !(type.type === 'button' || type.type === 'video' || /^items\.\d+\.href$/.test(prop))
}

function isNowhere(href: string): boolean {
  return href.trim() === '' || href.trim() === '#'
}

function fixOf({ isOptional, prop, nodeContext }: Address): Fix | undefined {
  const node = nodeContext?.node
  if (node === undefined) return undefined
  const item = /^items\.(\d+)\.href$/.exec(prop)
  const { items } = node as { items?: unknown }
  if (item !== null && Array.isArray(items)) {
    const others = (items as { href?: string }[]).filter(({ href = '' }) => !isNowhere(href))
    return others.length === 0
      ? removeFix(node, 'Remove the block')
      : setFix(node, items.length - others.length > 1 ? 'Remove such items' : 'Remove the item', { items: others })
  }
  if (prop === 'href') return isOptional ? setFix(node, 'Remove the link', { href: null }) : undefined
  return withRoles(node, isNowhere) ?? withoutLinks(node, isNowhere)
}
