import type { Node } from '../../document/index.ts'
import type { AuthoredElement, Place } from '../page/page.ts'
import { sourceOf } from '../page/read-page.ts'
import type { Fix } from '../rule.ts'
import { setFix } from './change.ts'

/** Rewrites one tag of an html block; `change` gets it from `<` to `>`. Undefined when it stays as it is. */
export function tagFix(node: Node, place: Place, label: string, change: (tag: string) => string): Fix | undefined {
  const source = sourceOf(node)
  const tag = source.slice(place.start, place.end)
  const next = change(tag)
  return next === tag
    ? undefined
    : setFix(node, label, { html: source.slice(0, place.start) + next + source.slice(place.end) })
}

/** Adds an attribute to a tag, behind its name. */
function withAttribute(tag: string, name: string, attribute: string): string {
  return `${tag.slice(0, name.length + 1)} ${attribute}${tag.slice(name.length + 1)}`
}

/** Adds an attribute to an element of an html block. */
export function attributeFix(element: AuthoredElement, label: string, attribute: string): Fix | undefined {
  return tagFix(element.node, element.place, label, (tag) => withAttribute(tag, element.name, attribute))
}
