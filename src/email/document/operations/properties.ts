import { limits } from '../../../kernel/limits.ts'
import type { EmailDocument, Node } from '../model.ts'
import { settingReaders, checkFields } from '../reading/document.ts'
import { withIds } from '../reading/ids.ts'
import { nodeReaders } from '../reading/node.ts'
import { type Reader, type Reading, isRecord } from '../reading/reading.ts'
import { checkTranslations, readTranslations } from '../reading/translations.ts'
import { unknownName } from '../reading/unknown-name.ts'
import { childKey, childLists, isInteractive, othersOf, walkNodes } from '../walk.ts'
import type { Applied, OperationOf } from './applied.ts'
import { type InsertPosition, findPosition, replaceNode } from './position.ts'
import { loopsAround, loopsInside } from './rules.ts'

/** Sets properties of one node; null deletes one. */
export function setProperties(
  document: EmailDocument,
  operation: OperationOf<'set'>,
  reading: Reading,
): Applied | undefined {
  const position = findPosition(document, operation.id)
  if (position === undefined) return reading.problem(`no node has the id ${operation.id}`, 'id')
  reading.path.push('props')
  const props = withoutOwn(position.node, operation.props)
  const node = readChanged(document, { position, props }, reading)
  reading.path.pop()
  if (node === undefined || reading.issues.length > 0) return undefined
  const next = replaceNode(document, position, node)
  if (document.translations !== undefined) checkTranslations(next, [node], reading)
  return { document: next, inverse: { op: 'set', id: operation.id, props: before(position.node, props) } }
}

/** Other HTML of a block that a host page declared makes it an HTML block, because its fields no longer describe it. */
function withoutOwn(node: Node, props: Record<string, unknown>): Record<string, unknown> {
  const { html, own } = { own: undefined, ...node } as Record<string, unknown>
  const isWritten = own !== undefined && Object.hasOwn(props, 'html') && props['html'] !== html
  return isWritten && !Object.hasOwn(props, 'own') ? { ...props, own: null } : props
}

function readChanged(
  document: EmailDocument,
  { position, props }: { position: InsertPosition; props: Record<string, unknown> },
  reading: Reading,
): Node | undefined {
  const { node } = position
  for (const key of ['id', 'type', childKey(node)]) {
    if (key !== undefined && Object.hasOwn(props, key)) {
      reading.problem('cannot be set: use insert, remove and move', key)
    }
  }
  if (reading.issues.length > 0) return undefined
  // The node is validated again together with its alternative blocks, so their ids do not count as duplicates.
  const again = new Set([node.id, ...othersOf(node).flatMap(({ nodes }) => idsIn(nodes))])
  for (const { node: other } of walkNodes(document)) if (!again.has(other.id)) reading.ids.add(other.id)
  reading.loops = loopsAround(position) - (node.each === undefined ? 0 : 1)
  reading.nested = position.above.some((one) => one.type === 'columns')
  reading.interactive = position.above.some(isInteractive)
  reading.shallow = true
  const read = readerOf(node, reading)(merge({ ...node }, props), reading) as Node
  reading.shallow = false
  if (reading.issues.length > 0) return undefined
  const loops = reading.loops + loopsInside(read)
  if (loops > limits.loopDepth) return reading.problem(`loops nest at most ${limits.loopDepth} deep`, 'each')
  const named = othersOf(read).length === 0 ? [read] : withIds([read], reading.ids)
  return named[0]
}

function readerOf(node: Node, reading: Reading): Reader {
  const readers = nodeReaders(reading.blocks)
  if (node.type === 'column') return readers.column
  return node.type === 'section' || node.type === 'group' || node.type === 'module' ? readers.row : readers.block
}

function idsIn(nodes: readonly Node[]): string[] {
  return nodes.flatMap((node) => [node.id, ...childLists(node).flatMap(idsIn)])
}

/** Changes settings of the whole document. Objects are merged by member, `fields` is replaced. */
export function setSettings(
  document: EmailDocument,
  operation: OperationOf<'settings'>,
  reading: Reading,
): Applied | undefined {
  reading.path.push('props')
  const { inverse, next } = changeSettings({ ...document }, operation.props, reading)
  checkFields(next['fields'], reading)
  reading.path.pop()
  if (reading.issues.length > 0) return undefined
  const changed = { ...document, ...next }
  for (const key of removable) if (!Object.hasOwn(next, key)) delete changed[key]
  const translated =
    operation.props['translations'] === undefined ? changed : readTranslations(changed, reading, document.translations)
  return { document: translated, inverse: { op: 'settings', props: inverse } }
}

const removable = ['assets', 'head', 'translations'] as const

function changeSettings(document: Record<string, unknown>, props: Record<string, unknown>, reading: Reading) {
  const next = { ...document }
  const inverse: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(props)) {
    const read = key === 'schema' ? undefined : settingReaders.get(key)
    if (read === undefined) {
      reading.problem(
        key === 'rows' ? 'rows can only be changed with insert, remove, move and set' : unknownName(key, settings),
        key,
      )
      continue
    }
    const old = document[key]
    inverse[key] = isRecord(old) && isRecord(value) ? before(old, value) : (old ?? null)
    if (value === null && removable.some((one) => one === key)) delete next[key]
    else {
      reading.path.push(key)
      next[key] = read(isRecord(old) && isRecord(value) ? merge(old, value) : value, reading)
      reading.path.pop()
    }
  }
  return { next, inverse }
}

const settings = new Map([...settingReaders].filter(([key]) => key !== 'schema'))

function merge(old: Record<string, unknown>, props: Record<string, unknown>): Record<string, unknown> {
  const merged = { ...old }
  for (const [key, value] of Object.entries(props)) {
    if (value === null) delete merged[key]
    else if (value !== undefined) merged[key] = value
  }
  return merged
}

// Values that restore the given properties; null for those that did not exist.
function before(old: object, props: Record<string, unknown>): Record<string, unknown> {
  const values: Record<string, unknown> = { ...old }
  return Object.fromEntries(Object.keys(props).map((key) => [key, Object.hasOwn(values, key) ? values[key] : null]))
}
