import type { Issue } from '../../../kernel/errors/index.ts'
import type { BlockSchemas } from '../block-schema.ts'
import { type Aspect, aspectsOf } from '../comparison/aspects.ts'
import { type Comparison, compareDocuments } from '../comparison/compare.ts'
import { indexTree } from '../comparison/tree.ts'
import type { ValueChange } from '../comparison/values.ts'
import { isEqual } from '../comparison/equal.ts'
import type { EmailDocument, Node, RichText } from '../model.ts'
import type { OwnBlock, OwnFieldKind } from '../own-blocks/schema.ts'
import { ownValue } from '../own-blocks/values.ts'
import { isRecord } from '../reading/reading.ts'
import { isRichText } from '../text.ts'
import { translatedChanges } from './translated.ts'

const allowedAspects = new Set<Aspect>(['text', 'link', 'image', 'date'])
const allowedSettings = new Set(['/meta/subject', '/meta/preheader'])

/**
 * Issues for changes beyond content. Content is texts, labels, links, images, alternative texts, dates, the subject, the
 * preheader, and their translations. Anything else is an issue: added, removed or moved nodes and list items; styles,
 * conditions, loops, locks, names, raw HTML; settings. Texts may get marks such as bold, but no new colors, fonts, sizes,
 * alignments or heading levels. In a block of a host page, its texts, links and images are content, and the HTML that
 * follows from them. Paths refer to `to`, those of removed nodes to `from`.
 */
export function findNonTextChanges(from: EmailDocument, to: EmailDocument, blocks: BlockSchemas): Issue[] {
  const comparison = compareDocuments(from, to)
  const [before, after] = [indexTree(from), indexTree(to)]
  return [
    ...structureIssues(comparison),
    ...comparison.changed.flatMap(({ id, path, properties, type }) => {
      const isOwn = type === 'html' && isOwnTextEdit(ownIn(before.get(id)?.node), ownIn(after.get(id)?.node))
      const others = isOwn ? properties.filter((change) => !/^\/(?:own|html)(?:\/|$)/.test(change.path)) : properties
      return others.flatMap((change) => propertyIssues(`${path}${change.path}`, { type, change, blocks }))
    }),
    ...settingIssues(comparison),
    ...translationIssues(from, to, blocks),
  ]
}

const ownTextKinds = new Set<OwnFieldKind>(['text', 'textarea', 'link', 'image'])

function ownIn(node: Node | undefined): OwnBlock | undefined {
  return (node as { own?: OwnBlock } | undefined)?.own
}

// The declaration stays: a newer one may have another template.
function isOwnTextEdit(before: OwnBlock | undefined, after: OwnBlock | undefined): boolean {
  if (before === undefined || after === undefined || !isEqual(before.declaration, after.declaration)) return false
  return before.declaration.fields.every(
    (field) => ownTextKinds.has(field.kind) || isEqual(ownValue(field, before.values), ownValue(field, after.values)),
  )
}

function structureIssues({ added, moved, removed }: Comparison): Issue[] {
  const tops = (entries: Comparison['added']) => entries.filter(({ within }) => within === undefined)
  return [
    ...tops(added).map(({ path, type }) => ({ path, message: `adds a node of type ${type}` })),
    ...tops(removed).map(({ path, type }) => ({ path, message: `removes a node of type ${type}` })),
    ...moved.map(({ after, type }) => ({ path: after.path, message: `moves a node of type ${type}` })),
  ]
}

const words: Readonly<Record<Aspect, string>> = {
  text: 'changes a text',
  link: 'changes a link',
  image: 'changes an image',
  date: 'changes a date',
  html: 'changes raw HTML',
  items: 'adds or removes items',
  look: 'changes its style',
  visibility: 'changes the devices it is shown on',
  condition: 'changes its display condition',
  loop: 'changes its loop',
  lock: 'changes its lock',
  name: 'changes its name',
  module: 'changes a module instance',
  setting: 'changes a setting',
}

function propertyIssues(
  path: string,
  { blocks, change, type }: { type: string; change: ValueChange; blocks: BlockSchemas },
): Issue[] {
  const disallowed = [...aspectsOf(type, change, blocks)].filter((aspect) => !allowedAspects.has(aspect))
  const issues = disallowed.map((aspect) => ({ path, message: words[aspect] }))
  if (issues.length === 0 && isRichText(change.after)) {
    const had = stylesIn(isRichText(change.before) ? change.before : [])
    const look = [...stylesIn(change.after)].find((one) => !had.has(one))
    if (look !== undefined) issues.push({ path, message: `gives the text a new style: ${look}` })
  }
  return issues
}

// Style properties at any depth of rich text.
const styleKeys = new Set(['color', 'background', 'font', 'size', 'align', 'level'])

function stylesIn(rich: RichText): Set<string> {
  const styles = new Set<string>()
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit)
    else if (isRecord(value)) {
      for (const [key, member] of Object.entries(value)) {
        if (typeof member === 'object') visit(member)
        else if (styleKeys.has(key)) styles.add(`${key} ${String(member)}`)
      }
    }
  }
  visit(rich)
  return styles
}

function settingIssues({ settings }: Comparison): Issue[] {
  return settings.flatMap(({ path }) =>
    allowedSettings.has(path) || (path.startsWith('/translations') && path !== '/translations/default')
      ? []
      : [{ path, message: 'changes a setting of the document' }],
  )
}

function translationIssues(from: EmailDocument, to: EmailDocument, blocks: BlockSchemas): Issue[] {
  const [before, after] = [indexTree(from), indexTree(to)]
  return translatedChanges(from, to).flatMap(({ at, change, id }) => {
    if (id === 'meta') {
      return allowedSettings.has(`/meta${change.path}`)
        ? []
        : [{ path: at, message: 'changes a setting of the document' }]
    }
    const type = (after.get(id) ?? before.get(id))?.node.type
    return type === undefined ? [] : propertyIssues(at, { type, change, blocks })
  })
}
