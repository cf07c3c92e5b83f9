import type { Node } from '../../../document/index.ts'
import type { Address } from '../../model/values.ts'
import type { LintContext } from '../../context.ts'
import { removeFix, setFix } from '../../fix/change.ts'
import { withRoles, withoutLinks } from '../../fix/links.ts'
import { ordinal } from '../../model/ordinal.ts'
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
      const { node } = nodeContext
      const items = itemsOf(node, prop)
      // A new block: there is nothing to fix but to set its links.
      if (items.length > 1 && items.every(({ href: other = '' }) => other === '')) {
        const message = `${context.title(node)}: none of its links has an address.`
        if (prop === 'items.0.href') yield { node, prop, message }
        continue
      }
      const link = linkName(context, node, prop)
      const words = `${context.title(node)}: ${href === '' ? `${link} has no address` : `${link} # leads nowhere`}.`
      yield { node, prop, message: words, fix: fixOf(address) }
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

interface Item {
  href?: string
  network?: string
}

const itemProp = /^items\.(\d+)\.href$/

/** The items whose links are at the property; empty if it is not that of an item. */
function itemsOf(node: Node, prop: string): Item[] {
  const { items } = node as { items?: unknown }
  return itemProp.test(prop) && Array.isArray(items) ? (items as Item[]) : []
}

/** Such as `the link to Instagram` or `its second link`. */
function linkName({ options: { blocks } }: LintContext, node: Node, prop: string): string {
  const index = Number(itemProp.exec(prop)?.[1] ?? Number.NaN)
  const network = itemsOf(node, prop)[index]?.network
  const items = blocks.get(node.type)?.fields.find((field) => field.prop === 'items')?.item
  const options = items?.find((field) => field.prop === 'network')?.options
  const label = options?.find(({ value }) => value === network)?.label
  if (label !== undefined) return `the link to ${label}`
  return Number.isNaN(index) ? 'the link' : `its ${ordinal(index + 1)} link`
}

function isNowhere(href: string): boolean {
  return href.trim() === '' || href.trim() === '#'
}

function fixOf({ isOptional, prop, nodeContext }: Address): Fix | undefined {
  const node = nodeContext?.node
  if (node === undefined) return undefined
  const items = itemsOf(node, prop)
  if (items.length > 0) {
    const others = items.filter(({ href = '' }) => !isNowhere(href))
    return others.length === 0
      ? removeFix(node, 'Remove the block')
      : setFix(node, items.length - others.length > 1 ? 'Remove such items' : 'Remove the item', { items: others })
  }
  if (prop === 'href') return isOptional ? setFix(node, 'Remove the link', { href: null }) : undefined
  return withRoles(node, isNowhere) ?? withoutLinks(node, isNowhere)
}
