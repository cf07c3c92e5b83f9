import { type Field, type Node, type OwnBlock, type Operation, isEqual, ownValue } from '../../email/document/index.ts'
import { labelIn, ownBlocks, ownOf } from '../actions/index.ts'
import { type PanelProps, type Target, writeNode } from '../fields/index.ts'
import { type Editor, mayEdit } from '../state/index.ts'

const prefix = 'own.values.'

/** The fields of a block of a host page, in the language of the editor; undefined for other nodes. */
export function ownFields(editor: Editor, node: Node): readonly Field[] | undefined {
  const own = ownOf(node)
  const label = (text: Parameters<typeof labelIn>[0]) => labelIn(text, editor.config.locale)
  return currentOf(editor, own)?.fields.map((field): Field => {
    const { name, kind, min, max, options } = field
    return {
      prop: `${prefix}${name}`,
      label: label(field.label),
      kind,
      group: 'content',
      ...(min === undefined ? {} : { min }),
      ...(max === undefined ? {} : { max }),
      ...(options === undefined
        ? {}
        : { options: options.map((option) => ({ value: option.value, label: label(option.label) })) }),
    }
  })
}

/**
 * The declaration of the host page if it has this block, which may be newer; else the stored one, as for users who may
 * change texts only.
 */
function currentOf({ config, textOnly }: Editor, own: OwnBlock | undefined) {
  const declared = textOnly.value ? undefined : ownBlocks(config).find(({ name }) => name === own?.declaration.name)
  return declared ?? own?.declaration
}

/** Fields that users who may change texts only can set. */
const textKinds = new Set(['text', 'textarea', 'link', 'image'])

/** Updates a block to the declaration of the host page; undefined if it has that one, or the user may not. */
export function updateOfOwn({ editor, words }: PanelProps, node: Node): (() => void) | undefined {
  const own = ownOf(node)
  const declaration = currentOf(editor, own)
  const isHeld = editor.readOnly.value || !mayEdit(editor.outline.value, node.id)
  if (own === undefined || declaration === undefined || isHeld || isEqual(declaration, own.declaration))
    return undefined
  return () => {
    const values = valuesFor(declaration, own)
    writeNode(editor, node, { prop: 'own', value: { declaration, values }, label: words.t('own.update') })
  }
}

/** The values that the fields of another declaration can hold. */
function valuesFor({ fields }: OwnBlock['declaration'], { declaration, values }: OwnBlock): OwnBlock['values'] {
  const kept = Object.entries(values).filter(([name, value]) => {
    const field = fields.find((each) => each.name === name)
    const isSameKind = field?.kind === declaration.fields.find((each) => each.name === name)?.kind
    return field !== undefined && isSameKind && (field.options?.some((option) => option.value === value) ?? true)
  })
  return Object.fromEntries(kept)
}

/** The values of a block of a host page as the target of its fields. */
export function ownTarget({ editor, words }: PanelProps, node: Node): Target {
  const own = () => ownOf(editor.outline.value.entries.get(node.id)?.node ?? node) ?? ownOf(node)
  const fieldOf = (prop: string) => currentOf(editor, own())?.fields.find(({ name }) => prop === `${prefix}${name}`)
  return {
    read(prop) {
      const field = fieldOf(prop)
      return field === undefined ? undefined : ownValue(field, own()?.values ?? {})
    },
    inherited: () => undefined,
    write(label, prop, value, besides) {
      const field = fieldOf(prop)
      const declaration = currentOf(editor, own())
      if (field === undefined || declaration === undefined) return
      const plain = plainValue(editor, value, besides)
      const stored = own()
      const { [field.name]: _, ...others } = stored === undefined ? {} : valuesFor(declaration, stored)
      const known = Object.entries(others)
      const isDefault = plain === undefined || isEqual(plain, ownValue(field, {}))
      const values = Object.fromEntries(isDefault ? known : [...known, [field.name, plain]])
      writeNode(editor, node, {
        prop: 'own',
        value: { declaration, values },
        label: words.t('change.property', { property: label }),
      })
    },
    isLocked: (prop) =>
      editor.readOnly.value ||
      (editor.textOnly.value && !textKinds.has(fieldOf(prop)?.kind ?? '')) ||
      !mayEdit(editor.outline.value, node.id),
    isOptional: () => false,
    isMixed: () => false,
    isMobile: () => false,
    isReset(prop) {
      const field = fieldOf(prop)
      return field !== undefined && Object.hasOwn(own()?.values ?? {}, field.name)
    },
  }
}

/** The template has no theme and no images of the document: their colors and URLs are stored. */
function plainValue(editor: Editor, value: unknown, besides: readonly Operation[] = []): unknown {
  if (typeof value !== 'string') return value
  const { theme, assets } = editor.document.peek()
  if (value.startsWith('$color.')) return theme.colors[value.slice(7)]?.light
  const [first] = besides
  const added = first?.op === 'settings' ? (first.props['assets'] as typeof assets) : undefined
  const url = added?.[value]?.url ?? (Object.hasOwn(assets ?? {}, value) ? assets?.[value]?.url : undefined)
  if (url === undefined) return value
  return url.startsWith('/') ? `${editor.purpose.cdnUrl}${url}` : url
}
