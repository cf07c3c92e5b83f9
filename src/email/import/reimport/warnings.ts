import type { ImportWarnings } from '../report.ts'
import type { Element } from '../tree/dom.ts'
import { findAttributeEdits } from './find-edits.ts'
import type { Match } from './match.ts'
import type { ComparedPage } from './compared-page.ts'
import { countNewRules } from './page-edits.ts'
import { type EmailDocument, type Node, walkNodes } from '../../document/index.ts'

interface WarningParts {
  /** Pages rendered from the changed document and from the stored one. */
  rendered: ComparedPage
  before: ComparedPage
  given: ComparedPage
  warnings: ImportWarnings
}

/** Warns about remaining differences between the changed document and the submitted HTML. */
export function warnOfDropped(match: Match, { rendered, before, given, warnings }: WarningParts): void {
  const add = (node: string, what: string) =>
    warnings.add(
      'CHANGE_LEFT_OUT',
      `${what} was dropped: no property can represent it.`,
      node === '' ? undefined : { node },
    )
  for (const { node, rendered: one, given: other } of match.attributes) {
    const names = findAttributeEdits(one, other).map((edit) => ('name' in edit ? edit.name : ''))
    if (names.length === 0 && !hasNewClasses({ ...other, children: [] }, before)) continue
    const what = names.length === 0 ? 'classes' : [...new Set(names)].slice(0, 5).join(', ')
    add(node, `A change to ${what} ${node === '' ? 'around the email' : `around ${node}`}`)
  }
  for (const node of match.texts)
    add(node, `Text or template tags ${node === '' ? 'around the email' : `around ${node}`}`)
  for (const [node, { rendered: one, given: other }] of match.changed) {
    const isRecolored = rendered.classless.get(one) === given.classless.get(other) && !hasNewClasses(other, before)
    if (!isRecolored) add(node, `A change in ${node}`)
  }
  for (const node of match.missing) add(node, `The removal of part of ${node === '' ? 'the email' : node}`)
  for (const { node } of match.unplaced) add(node, `New markup ${node === '' ? 'around the email' : `in ${node}`}`)
  if (match.sequences.flat().some((entry) => 'fresh' in entry)) add('', 'New markup between the blocks')
  const known = new Set([...before.comments, ...rendered.comments])
  if (given.comments.some((comment) => !known.has(comment)))
    add('', 'A change inside comments, which Outlook may read,')
  const rules = countNewRules(given.css, rendered.css, before.css)
  if (rules > 0) add('', `${rules === 1 ? 'A changed rule' : `${rules} changed rules`} of the style sheet`)
}

// Classes are named in order of use, so unedited HTML contains only rendered ones.
function hasNewClasses(element: Element, before: ComparedPage): boolean {
  const classes = (element.attributes['class'] ?? '').split(/\s+/).filter((name) => name !== '')
  return (
    classes.some((name) => !before.classes.has(name)) ||
    element.children.some((child) => child.kind === 'element' && hasNewClasses(child, before))
  )
}

/** Warns about module instances, conditions and loops of the stored document that have no remaining nodes. */
export function warnOfRemoved(stored: EmailDocument, nodes: Iterable<Node>, warnings: ImportWarnings): void {
  const remaining = new Map([...nodes].map((node) => [node.id, node]))
  for (const { node } of walkNodes(stored)) {
    const now = remaining.get(node.id)
    const what =
      node.type === 'module' && now === undefined
        ? 'an instance of a module'
        : node.when !== undefined && now?.when === undefined
          ? 'a condition'
          : node.each !== undefined && now?.each === undefined
            ? 'a loop'
            : undefined
    if (what === undefined || warnings.list.some((one) => one.node_id === node.id)) continue
    warnings.add('NOT_IN_HTML', `${node.name ?? node.id} had ${what}; the new HTML does not.`, { node: node.id })
  }
}
