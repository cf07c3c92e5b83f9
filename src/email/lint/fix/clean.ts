import type { Node } from '../../document/index.ts'
import type { LintOptions } from '../context.ts'
import { sourceOf } from '../page/read-page.ts'
import type { Fix } from '../rule.ts'
import { setFix } from './change.ts'

/** Cleans an html block as saving would; undefined where nobody said how, or nothing comes of it. */
export function cleanFix(node: Node, { cleanHtml }: LintOptions): Fix | undefined {
  if (cleanHtml === undefined) return undefined
  const source = sourceOf(node)
  const html = cleanHtml(source)
  return html === source ? undefined : setFix(node, 'Remove it', { html })
}
