import type { Block, Style } from '../../document/index.ts'
import type { LintContext } from '../context.ts'
import type { Fix } from '../rule.ts'
import { setFix } from './change.ts'

/** Changes the level of a heading without changing its style: the theme's style of the old level is copied to the node. */
export function levelFix({ document, page }: LintContext, node: Block, level: number): Fix {
  const { headings = {} } = document.theme
  const own = (node['level'] ?? 2) as keyof typeof headings
  const rendered = page.rendered.find(({ block }) => block === node)?.style
  const { lineHeight, size, weight } = rendered ?? {}
  const shown = { size, weight, lineHeight, ...headings[own], ...node.style }
  const style = Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== undefined)) as Style
  return setFix(node, `Make it level ${level}`, { level, style })
}
