import { type EmailDocument, isInteractive, walkNodes } from '../../document/index.ts'

/** True for an email with an interactive block that is rendered for AMP, or with a node that only AMP shows. */
export function hasAmpContent(document: EmailDocument): boolean {
  for (const { node } of walkNodes(document)) {
    if (node.parts?.amp === false) continue
    if (isInteractive(node) || (node.parts?.html === false && node.parts.text === false)) return true
  }
  return false
}
