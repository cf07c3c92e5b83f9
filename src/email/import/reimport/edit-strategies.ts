import type { EmailDocument } from '../../document/index.ts'
import type { InputNode } from '../html/rows/style.ts'
import type { Element } from '../tree/dom.ts'
import { applyEdits, withContent } from './apply-edits.ts'
import { findAttributeEdits, findEdits, innermost, insideOf } from './find-edits.ts'
import type { Match } from './match.ts'
import type { ComparedPage } from './compared-page.ts'

export interface MatchedEdit {
  found: { rendered: Element; given: Element } | undefined
  around: Match['attributes']
  given: ComparedPage
  document: EmailDocument
  cdnUrl: string
}

function byProperty(node: InputNode, { found, around, given, cdnUrl }: MatchedEdit): InputNode {
  const edits = [
    ...(found === undefined ? [] : findEdits(found.rendered, found.given, given.html)),
    ...around.flatMap((one) => findAttributeEdits(one.rendered, one.given)),
  ]
  return applyEdits(node, edits, cdnUrl)
}

/** As byProperty, for a row with both a box and a band if the change is in the band. */
function byBand(node: InputNode, parts: MatchedEdit): InputNode {
  const edits = parts.around.flatMap((one) => findAttributeEdits(one.rendered, one.given))
  return node['band'] === undefined ? byProperty(node, parts) : applyEdits(node, edits, parts.cdnUrl, 'band')
}

/** Strategies for changing a node to match the submitted HTML, from the smallest change to the largest. */
export const editStrategies = [byProperty, byInnerText, byText, byBand] as const

function byInnerText(node: InputNode, parts: MatchedEdit): InputNode {
  const { found, given, document } = parts
  if (found === undefined) return node
  return withContent(byProperty(node, parts), innermost(found.rendered, found.given, given.html), document.theme)
}

function byText(node: InputNode, parts: MatchedEdit): InputNode {
  const { found, given, document } = parts
  return found === undefined
    ? node
    : withContent(byProperty(node, parts), insideOf(found.given, given.html), document.theme)
}
