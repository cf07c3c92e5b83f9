import { type EmailDocument, isInteractive, walkNodes } from '../../document/index.ts'

/**
 * Whether an email has something that only an AMP part shows: an interactive block that AMP may render, or a node that is for
 * AMP alone.
 */
export function hasAmpContent(document: EmailDocument): boolean {
  for (const { node } of walkNodes(document)) {
    if (node.parts?.amp === false) continue
    if (isInteractive(node) || (node.parts?.html === false && node.parts.text === false)) return true
  }
  return false
}
