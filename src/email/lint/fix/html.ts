import type { Node } from '../../document/index.ts'
import type { AuthoredElement, TextRange } from '../page/page.ts'
import { sourceOf } from '../page/read-page.ts'
import type { Fix } from '../rule.ts'
import { setFix } from './change.ts'
import type { LintOptions } from '../context.ts'

/** Rewrites one tag of an html block; `change` receives it from `<` to `>`. Undefined if nothing changes. */
export function tagFix(node: Node, place: TextRange, label: string, change: (tag: string) => string): Fix | undefined {
  const source = sourceOf(node)
  const tag = source.slice(place.start, place.end)
  const next = change(tag)
  return next === tag
    ? undefined
    : setFix(node, label, { html: source.slice(0, place.start) + next + source.slice(place.end) })
}

/** Adds an attribute directly after the tag name. */
function withAttribute(tag: string, name: string, attribute: string): string {
  return `${tag.slice(0, name.length + 1)} ${attribute}${tag.slice(name.length + 1)}`
}

/** Adds an attribute to elements of one html block. */
export function attributeFix(elements: readonly AuthoredElement[], label: string, attribute: string): Fix | undefined {
  const [first] = elements
  if (first === undefined) return undefined
  let html = sourceOf(first.node)
  // In reverse order, so that earlier offsets stay valid.
  for (const { name, place } of elements.toReversed()) {
    const tag = withAttribute(html.slice(place.start, place.end), name, attribute)
    html = html.slice(0, place.start) + tag + html.slice(place.end)
  }
  return setFix(first.node, label, { html })
}

/** Sanitizes an html block as saving would; undefined without a sanitizer or without a change. */
export function cleanFix(node: Node, { cleanHtml }: LintOptions): Fix | undefined {
  if (cleanHtml === undefined) return undefined
  const source = sourceOf(node)
  const html = cleanHtml(source)
  return html === source ? undefined : setFix(node, 'Remove it', { html })
}
