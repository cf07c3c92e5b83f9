import { type Condition, type Loop, isPath, parseCondition } from '../../data/index.ts'
import { limits } from '../../../kernel/limits.ts'
import type { InputNode } from '../input-nodes.ts'
import type { Element } from '../source/element.ts'
import type { Reading } from '../reading/reading.ts'

/** A tag that opens, separates or closes a run of components. */
export interface ControlTag {
  kind: 'open' | 'or' | 'else' | 'close'
  /** Keyword of the block, such as `if`. */
  name: string
  argument: string
  source: string
  language: 'liquid' | 'handlebars' | 'mailchimp'
}

const liquid = /^\{%-?\s*(if|unless|for|elsif|else|endif|endunless|endfor)\b([^%]*)%\}/
const handlebars = /^\{\{\s*(?:#(if|unless|each|with)\b([^{}]*)|(?:(else)|\/(if|unless|each|with))\s*)\}\}/
const mailchimp = /^\*\|(?:(IF|IFNOT|INTERESTED):([^|]{0,200})|(ELSE):?|END:(IF|INTERESTED))\|\*/

const maxArgument = 500

/** The tags of a mj-raw that contains only tags; undefined for any other. */
export function readControlTags(content: string): ControlTag[] | undefined {
  const tags: ControlTag[] = []
  let rest = content.trim()
  while (rest !== '') {
    const tag = readTag(rest)
    if (tag === undefined) return undefined
    tags.push(tag)
    rest = rest.slice(tag.source.length).trimStart()
  }
  return tags.length === 0 ? undefined : tags
}

function readTag(text: string): ControlTag | undefined {
  const first = liquid.exec(text)
  if (first !== null) {
    const [source, word = '', inside = ''] = first
    const argument = inside.replace(/-$/, '').trim()
    if (argument.length > maxArgument) return undefined
    const kind = word === 'elsif' ? 'or' : word === 'else' ? 'else' : word.startsWith('end') ? 'close' : 'open'
    return { kind, name: word.replace(/^end/, ''), argument, source, language: 'liquid' }
  }
  const second = handlebars.exec(text)
  if (second !== null)
    return (second[2] ?? '').trim().length > maxArgument ? undefined : nativeTag(second, 'handlebars')
  const third = mailchimp.exec(text)
  return third === null ? undefined : nativeTag(third, 'mailchimp')
}

function nativeTag(
  [source, opened, argument = '', other, closed]: RegExpExecArray,
  language: 'handlebars' | 'mailchimp',
): ControlTag {
  const kind = opened !== undefined ? 'open' : other === undefined ? 'close' : 'else'
  return { kind, name: (opened ?? closed ?? '').replace('IFNOT', 'IF'), argument: argument.trim(), source, language }
}

/** Callbacks that read a component and wrap several in one node. */
export interface ComponentReader<Node extends InputNode> {
  read(element: Element): Node[]
  /** A node that contains the others; undefined if no node can. */
  wrap(nodes: Node[]): Node | undefined
}

/**
 * Reads components, and converts template tags in mj-raw between them to conditions and loops. Tags without a counterpart
 * among these components stay HTML.
 */
export function extractTags<Node extends InputNode>(
  reading: Reading,
  children: readonly Element[],
  components: ComponentReader<Node>,
): Node[] {
  const parts = children.map((element) => ({
    element,
    tags: element.name === 'mj-raw' ? readControlTags(element.content) : undefined,
  }))
  if (parts.every(({ tags }) => tags === undefined)) return children.flatMap((element) => components.read(element))
  const extractor = new TagExtractor(reading, components)
  const extracted = areBalanced(parts) ? extractor.extract(parts) : undefined
  if (extracted !== undefined) return extracted
  for (const { element, tags } of parts) {
    if (tags !== undefined)
      reading.warn(
        'MJML_TEMPLATE_TAG',
        `${element.content.slice(0, 60)} has no matching tag here; it was kept as HTML.`,
        element,
      )
  }
  return children.flatMap((element) => components.read(element))
}

interface TagPart {
  element: Element
  tags: ControlTag[] | undefined
}

function areBalanced(parts: readonly TagPart[]): boolean {
  const open: ControlTag[] = []
  for (const tag of parts.flatMap(({ tags }) => tags ?? [])) {
    const top = open.at(-1)
    if (tag.kind === 'open') open.push(tag)
    else if (top === undefined || top.language !== tag.language) return false
    else if (tag.kind === 'close' && open.pop()?.name !== tag.name) return false
  }
  return open.length === 0
}

/** An open run: its opening tag, and its branches so far. */
interface OpenRegion<Node> {
  tag: ControlTag
  element: Element
  branches: { tag: ControlTag; nodes: Node[] }[]
}

class TagExtractor<Node extends InputNode> {
  private readonly reading: Reading
  private readonly components: ComponentReader<Node>

  constructor(reading: Reading, components: ComponentReader<Node>) {
    this.reading = reading
    this.components = components
  }

  extract(parts: readonly TagPart[]): Node[] {
    const top: Node[] = []
    const open: OpenRegion<Node>[] = []
    const into = () => open.at(-1)?.branches.at(-1)?.nodes ?? top
    for (const { element, tags } of parts) {
      if (tags === undefined) into().push(...this.components.read(element))
      for (const tag of tags ?? []) {
        if (tag.kind === 'open') open.push({ tag, element, branches: [{ tag, nodes: [] }] })
        else if (tag.kind !== 'close') open.at(-1)?.branches.push({ tag, nodes: [] })
        else {
          const region = open.pop()
          if (region !== undefined) into().push(...this.closeRegion(region, tag))
        }
      }
    }
    return top
  }

  private closeRegion(region: OpenRegion<Node>, close: ControlTag): Node[] {
    const { tag, branches } = region
    if (tag.language === 'liquid' && tag.name === 'for') {
      const loop = this.loopOf(tag, region.element)
      if (loop !== undefined && branches.length === 1)
        return this.repeat(branches[0]?.nodes ?? [], loop, region.element)
    } else if (tag.language === 'liquid') {
      const conditions = conditionsOf(branches.map((branch) => branch.tag))
      if (conditions !== undefined) {
        return branches.flatMap(({ nodes }, at) =>
          nodes.map((node) => withCondition(node, conditions[at] as Condition)),
        )
      }
    }
    return this.keepNative(region, close)
  }

  private loopOf({ argument, source }: ControlTag, element: Element): Loop | undefined {
    const loop = readLoop(argument)
    if (loop?.limit === undefined || loop.limit <= limits.loopItems) return loop
    this.reading.warn(
      'MJML_TEMPLATE_TAG',
      `${source.slice(0, 60)}: the limit was reduced to ${limits.loopItems}, the maximum number of items per loop.`,
      element,
    )
    return { ...loop, limit: limits.loopItems }
  }

  private repeat(nodes: Node[], loop: Loop, element: Element): Node[] {
    const one = nodes.length === 1 && nodes[0]?.each === undefined ? nodes[0] : this.components.wrap(nodes)
    if (one !== undefined) return [{ ...one, each: loop }]
    this.reading.warn(
      'MJML_TEMPLATE_TAG',
      `Each block inside ${element.content.slice(0, 60)} is repeated separately.`,
      element,
    )
    return nodes.map((node) => ({ ...node, each: loop }))
  }

  // A tag of another language, or of Liquid beyond the data language, is kept as text before and after its content.
  private keepNative({ tag, branches, element }: OpenRegion<Node>, close: ControlTag): Node[] {
    this.reading.warn(
      'MJML_TEMPLATE_TAG',
      `${tag.source.slice(0, 60)} was kept unchanged, for an ESP that supports ${tag.language}.`,
      element,
    )
    return branches.flatMap(({ tag: before, nodes }, at) => {
      const one = nodes.length > 1 ? this.components.wrap(nodes) : undefined
      const after = branches[at + 1]?.tag ?? close
      const isLast = at === branches.length - 1
      const when: Condition = {
        op: 'native',
        target: tag.language,
        before: at === 0 ? before.source : '',
        after: isLast ? close.source : after.source,
      }
      return (one === undefined ? nodes : [one]).map((node) => withCondition(node, when))
    })
  }
}

function conditionsOf(tags: readonly ControlTag[]): Condition[] | undefined {
  const out: Condition[] = []
  const before: Condition[] = []
  for (const { kind, name, argument } of tags) {
    const not = before.map((of): Condition => ({ op: 'not', of }))
    if (kind === 'else') {
      out.push(not.length === 1 ? (not[0] as Condition) : { op: 'and', of: not })
      continue
    }
    const parsed = parseCondition(argument)
    if ('error' in parsed) return undefined
    const condition: Condition =
      name === 'unless' && kind === 'open' ? { op: 'not', of: parsed.condition } : parsed.condition
    out.push(not.length === 0 ? condition : { op: 'and', of: [...not, condition] })
    before.push(condition)
  }
  return out
}

function withCondition<Node extends InputNode>(node: Node, when: Condition): Node {
  return { ...node, when: node.when === undefined ? when : { op: 'and', of: [when, node.when] } }
}

function readLoop(argument: string): Loop | undefined {
  const [, as = '', path = '', max] =
    /^([A-Za-z_]\w{0,63})\s+in\s+(\S{1,256})(?:\s+limit:\s*(\d{1,6}))?$/.exec(argument) ?? []
  if (!isPath(path) || as === 'forloop' || as === 'now') return undefined
  const limit = max === undefined ? undefined : Math.max(Number(max), 1)
  return { in: path, as, ...(limit === undefined ? {} : { limit }) }
}
