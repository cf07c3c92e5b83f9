import type { Node } from '../../document/index.ts'
import type { LintContext } from '../context.ts'
import { sheetFeatures } from './css-features.ts'
import { elementFeatures } from './html-features.ts'
import { fallbacks } from './fallbacks.ts'
import { type Support, supportOf } from './support.ts'

/** A feature that someone wrote, and where it stands first in each node. */
export interface FeatureUse {
  node: Node | undefined
  prop: string
  support: Support
}

/** What of every hundred opens must lose a feature before it is more than a hint. */
export const largeShare = 5

/** What arranges the parts of an email: where Outlook on Windows lacks it, they stand below each other. */
const layout = new Set(['css-display-flex', 'css-display-grid'])

/** True if a missing feature is more than a hint. */
export function isGrave({ lackingShare, slug }: Support): boolean {
  return lackingShare >= largeShare || layout.has(slug)
}

/** The features of html blocks and of the authored style sheet that not every client has, each once a node. */
export function authoredFeatures(context: LintContext): FeatureUse[] {
  const uses: FeatureUse[] = []
  const seen = new Map<Node | undefined, Set<string>>()
  const adder = (node: Node | undefined, prop: string) => {
    const own = seen.get(node) ?? new Set<string>()
    seen.set(node, own)
    return (slug: string) => {
      if (own.has(slug) || fallbacks.has(slug)) return
      own.add(slug)
      const support = supportOf(slug)
      if (support !== undefined && (support.lacking.length > 0 || support.partial.length > 0))
        uses.push({ node, prop, support })
    }
  }
  if (context.sheet !== undefined) sheetFeatures(context.sheet, adder(undefined, 'head.css'))
  for (const { node, sheet } of context.page.authoredSheets) sheetFeatures(sheet, adder(node, 'html'))
  for (const element of context.page.authored) elementFeatures(element, adder(element.node, 'html'))
  return uses
}

/** Such as `Gmail (iOS), Outlook (Windows) and 7 more`, with their share of opens. */
export function nameClients(clients: readonly string[], share: number): string {
  const first = clients.length <= 4 ? clients : clients.slice(0, 3)
  const rest = clients.length - first.length
  const list = rest > 0 ? `${first.join(', ')} and ${rest} more` : first.join(', ')
  return `${list} (${share < 0.1 ? 'under 0.1' : `about ${share}`} % of opens)`
}
