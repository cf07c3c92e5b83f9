import { type Field, type Node, type OwnBlock, type Operation, isEqual, ownValue } from '../../email/document/index.ts'
import { labelIn, ownBlocks, ownOf } from '../actions/index.ts'
import { type PanelProps, type Target, writeNode } from '../fields/index.ts'
import { type Editor, mayEdit } from '../state/index.ts'

const prefix = 'own.values.'

/** The fields of a block of a host page, in the language of the editor; undefined for other nodes. */
export function ownFields({ config }: Editor, node: Node): readonly Field[] | undefined {
  const own = ownOf(node)
  const label = (text: Parameters<typeof labelIn>[0]) => labelIn(text, config.locale)
  return currentOf(config, own)?.fields.map((field): Field => {
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

/** The declaration of the host page if it has this block, which may be newer; else the stored one. */
function currentOf(config: Editor['config'], own: OwnBlock | undefined) {
  return ownBlocks(config).find(({ name }) => name === own?.declaration.name) ?? own?.declaration
}

/** The values of a block of a host page as the target of its fields. */
export function ownTarget({ editor, words }: PanelProps, node: Node): Target {
  const own = () => ownOf(editor.outline.value.entries.get(node.id)?.node ?? node) ?? ownOf(node)
  const fieldOf = (prop: string) =>
    currentOf(editor.config, own())?.fields.find(({ name }) => prop === `${prefix}${name}`)
  return {
    read(prop) {
      const field = fieldOf(prop)
      return field === undefined ? undefined : ownValue(field, own()?.values ?? {})
    },
    inherited: () => undefined,
    write(label, prop, value, besides) {
      const field = fieldOf(prop)
      const declaration = currentOf(editor.config, own())
      if (field === undefined || declaration === undefined) return
      const plain = plainValue(editor, value, besides)
      const { [field.name]: _, ...others } = own()?.values ?? {}
      const known = Object.entries(others).filter(([name]) => declaration.fields.some((each) => each.name === name))
      const isDefault = plain === undefined || isEqual(plain, ownValue(field, {}))
      const values = Object.fromEntries(isDefault ? known : [...known, [field.name, plain]])
      writeNode(editor, node, {
        prop: 'own',
        value: { declaration, values },
        label: words.t('change.property', { property: label }),
      })
    },
    isLocked: () => editor.readOnly.value || editor.textOnly.value || !mayEdit(editor.outline.value, node.id),
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
