import type { Node } from '../../document/index.ts'
import type { LintContext } from '../context.ts'
import { sheetFeatures } from './css-features.ts'
import { elementFeatures } from './html-features.ts'
import { type Support, supportOf } from './support.ts'

/** An authored feature, and its first position in each node. */
interface FeatureUse {
  node: Node | undefined
  prop: string
  support: Support
}

/** Share of opens in percent without support above which a missing feature is more than a hint. */
export const largeShare = 5

/** Layout features: without them Outlook on Windows stacks the parts of an email. */
const layout = new Set(['css-display-flex', 'css-display-grid'])

export function isWarning({ lackingShare, slug }: Support): boolean {
  return lackingShare >= largeShare || layout.has(slug)
}

/** Features of html blocks and of the authored style sheet that not every client supports, each once per node. */
export function authoredFeatures(context: LintContext): FeatureUse[] {
  const uses: FeatureUse[] = []
  const seen = new Map<Node | undefined, Set<string>>()
  const collectorFor = (node: Node | undefined, prop: string) => {
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
  if (context.sheet !== undefined) sheetFeatures(context.sheet, collectorFor(undefined, 'head.css'))
  for (const { node, sheet } of context.page.authoredSheets) sheetFeatures(sheet, collectorFor(node, 'html'))
  for (const element of context.page.authored) elementFeatures(element, collectorFor(element.node, 'html'))
  return uses
}

/** Such as `Gmail (iOS), Outlook (Windows) and 7 more`, with their share of opens. */
export function nameClients(clients: readonly string[], share: number): string {
  const first = clients.length <= 4 ? clients : clients.slice(0, 3)
  const rest = clients.length - first.length
  const list = rest > 0 ? `${first.join(', ')} and ${rest} more` : first.join(', ')
  return `${list} (${share < 0.1 ? 'under 0.1' : `about ${share}`} % of opens)`
}

/**
 * Features that degrade harmlessly, with the reason. The renderer emits most of them itself, paired with a fallback, so they
 * are not reported in authored HTML and CSS either.
 */
export const fallbacks: ReadonlyMap<string, string> = new Map([
  ['css-at-media', 'the layout is fluid, the mobile layer only refines it'],
  ['css-at-media-prefers-color-scheme', 'without it the light colors remain'],
  ['css-at-media-prefers-reduced-motion', 'without it animations play as usual'],
  ['css-at-media-hover', 'a pointer-only enhancement'],
  ['css-color-scheme', 'without it the client decides'],
  ['html-meta-color-scheme', 'without it the client decides'],
  ['css-at-font-face', 'each web font is followed by system fonts'],
  ['css-border-radius', 'corners are square'],
  ['css-box-shadow', 'decorative'],
  ['css-text-shadow', 'decorative'],
  ['css-transition', 'decorative'],
  ['css-cursor', 'decorative'],
  ['css-max-width', 'Outlook on Windows gets a table of fixed width'],
  ['css-background-image', 'Outlook on Windows gets VML, and the image has a background color'],
  ['css-background-size', 'the image shows a different crop'],
  ['css-background-position', 'the image shows a different crop'],
  ['css-background-repeat', 'the image shows a different crop'],
  ['css-box-sizing', 'a difference of some px'],
  ['css-overflow', 'corners of an image are not clipped'],
  ['css-word-break', 'long words overflow'],
  ['css-overflow-wrap', 'long words overflow'],
  ['css-pseudo-class-hover', 'a pointer-only enhancement'],
  ['css-pseudo-class-focus', 'a keyboard-only enhancement'],
  ['css-pseudo-class-active', 'a pointer-only enhancement'],
  ['css-pseudo-class-visited', 'an enhancement'],
  ['css-display-none', 'hiding it on phones only refines the layout'],
  ['css-important', 'the inline style remains'],
  ['css-padding', 'table cells carry it for Outlook on Windows'],
  ['css-margin', 'table cells carry the padding for Outlook on Windows'],
  ['css-display', 'tables define the layout, blocks only refine it'],
  ['css-width', 'the attribute has the same value'],
  ['css-height', 'the attribute has the same value'],
  ['css-background', 'background-color has the same value'],
  ['css-background-color', 'bgcolor has the same value'],
  ['css-unit-initial', 'the preceding value remains'],
  ['css-sytem-ui', 'other fonts of the stack follow'],
  ['css-text-align', 'only start and end are not supported everywhere'],
  ['css-font-size', 'only rarely used units are not supported everywhere'],
  ['css-font-weight', 'numbers become normal or bold'],
  ['css-text-decoration', 'only a few line styles are rendered differently'],
  ['css-outline', 'decorative'],
  ['css-selector-attribute', 'such rules target clients that support them'],
])
