import { blockTypes } from '../../email/blocks/index.ts'
import type { Node, Operation } from '../../email/document/index.ts'
import { type Editor, mayEdit, mayStyle } from '../state/index.ts'
import { inheritedStyle } from './inherited-style.ts'
import { type PanelProps, type Prop, type Target, propsFor, readAt } from './target.ts'

/** True if phones can override the property. */
export function isLayered(prop: Prop): boolean {
  return /^(style|box)\./.test(prop)
}

/** Styles are written to the layer of the device that the canvas shows. */
function targetOf({ device }: Editor, prop: Prop): Prop {
  return isLayered(prop) && device.value === 'mobile' ? onPhone(prop) : prop
}

export function nodeTarget({ editor, words }: PanelProps, node: Node): Target {
  const target = (prop: Prop) => targetOf(editor, prop)
  const around = inheritedStyle(editor.document.value, editor.outline.value, node)
  return {
    // Reads the current node: the rendered props may be outdated, and one press may write twice.
    read: (prop) => readAt(editor.outline.value.entries.get(node.id)?.node ?? node, target(prop)),
    inherited(prop) {
      if (!isLayered(prop)) return undefined
      const below = readAt({ style: around }, prop)
      return target(prop) === prop ? below : (readAt(node, prop) ?? below)
    },
    write(label, prop, value, besides) {
      writeNode(editor, node, {
        prop: target(prop),
        value,
        label: words.t('change.property', { property: label }),
        besides,
      })
    },
    isLocked: (prop) => isHeld(editor, node, prop),
    isOptional: (prop) => readAt(blockTypes.get(node.type)?.defaults, prop) === undefined,
    isMixed: () => false,
    isMobile: (prop) => isLayered(prop) && readAt(node, onPhone(prop)) !== undefined,
    isReset: (prop) => /^(style|box|band|dark)\./.test(prop) && readAt(node, target(prop)) !== undefined,
  }
}

/** `label` is that of the undo step. */
interface FieldWrite {
  prop: Prop
  value: unknown
  label: string
  besides?: Operation[] | undefined
}

/** Writes a value of a node; successive writes of the same property are one undo step. */
export function writeNode(editor: Editor, node: Node, written: FieldWrite): void {
  writeNodes(editor, [node], written)
}

/** Writes a value of several nodes in one undo step. */
function writeNodes(editor: Editor, nodes: readonly Node[], { prop, value, label, besides = [] }: FieldWrite): void {
  const { entries } = editor.outline.peek()
  const operations = nodes.map((node): Operation => {
    // The given node may be outdated.
    const current = entries.get(node.id)?.node ?? node
    return { op: 'set', id: node.id, props: propsFor(current, prop, value) }
  })
  editor.change(label, [...besides, ...operations], { key: `set:${nodes.map(({ id }) => id).join()}:${prop}` })
}

function onPhone(prop: Prop): Prop {
  return prop.replace(/^(style|box)\./, 'mobile.')
}

function isHeld(editor: Editor, node: Node, prop: Prop): boolean {
  if (editor.readOnly.value) return true
  const outline = editor.outline.value
  if (/^(style|mobile|dark|classes|band|box)\b/.test(prop)) return editor.textOnly.value || !mayStyle(outline, node.id)
  if (editor.textOnly.value && !isContent(node, prop)) return true
  return !mayEdit(outline, node.id)
}

/** Kinds of fields that the level `edit_text` may change; `list` and `fallback` contain such fields. */
const contentKinds = new Set(['text', 'textarea', 'rich-text', 'link', 'image', 'date', 'list', 'fallback'])

function isContent({ type }: Node, prop: Prop): boolean {
  const [top = ''] = prop.split('.')
  const field = blockTypes.get(type)?.fields.find((each) => each.prop === prop || each.prop === top)
  return field !== undefined && contentKinds.has(field.kind)
}

/** Several nodes as the target of fields: reads values that all share, writes to all in one step. */
export function severalTarget(props: PanelProps, nodes: readonly Node[]): Target {
  const { editor, words } = props
  const targets = nodes.map((node) => nodeTarget(props, node))
  const own = (prop: Prop) => commonValue(targets.map((target) => target.read(prop)))
  const held = (prop: Prop) => commonValue(targets.map((target) => target.read(prop) ?? target.inherited(prop)))
  return {
    read: (prop) => own(prop)?.value,
    inherited: (prop) => held(prop)?.value,
    isMixed: (prop) => held(prop) === undefined,
    write: (label, prop, value, besides) =>
      writeNodes(editor, nodes, {
        prop: targetOf(editor, prop),
        value,
        label: words.t('change.property', { property: label }),
        besides,
      }),
    isLocked: (prop) => targets.some((target) => target.isLocked(prop)),
    isOptional: (prop) => targets.every((target) => target.isOptional(prop)),
    isMobile: (prop) => targets.some((target) => target.isMobile(prop)),
    isReset: (prop) => targets.some((target) => target.isReset(prop)),
  }
}

// Values are plain data in canonical form, so JSON compares them.
function commonValue(values: readonly unknown[]): { value: unknown } | undefined {
  const [first] = values
  const text = JSON.stringify(first)
  return values.every((value) => JSON.stringify(value) === text) ? { value: first } : undefined
}
