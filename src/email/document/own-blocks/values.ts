import { isNativeTag, parseTagged, printTag, printTagged } from '../../data/index.ts'
import { limits } from '../../../kernel/limits.ts'
import type { OwnBlock, OwnField, OwnValue } from './schema.ts'
import { type TemplatePiece, type Slot, parseTemplate } from './template.ts'

/** The value of a field: the stored one, its default, or that of its kind. */
export function ownValue(field: OwnField, values: OwnBlock['values']): OwnValue {
  if (Object.hasOwn(values, field.name)) return values[field.name] as OwnValue
  if (field.default !== undefined) return field.default
  if (field.kind === 'switch') return false
  if (field.kind === 'number') return field.min ?? 0
  if (field.kind === 'choice') return field.options?.[0]?.value ?? ''
  return field.kind === 'color' ? 'transparent' : ''
}

/**
 * The HTML of a block, before it is sanitized: values are escaped by their position and never read as HTML or as part of
 * the template; their merge tags stay. Undefined if it is longer than `limits.ownBlockHtml`.
 */
export function expandOwnBlock({ declaration, values }: OwnBlock): string | undefined {
  const fields = new Map(declaration.fields.map((field) => [field.name, field]))
  const read = (name: string): OwnValue => {
    const field = fields.get(name)
    return field === undefined ? '' : ownValue(field, values)
  }
  let out = ''
  const write = (parts: readonly TemplatePiece[]): boolean =>
    parts.every((part) => {
      if (typeof part === 'string') out += part
      else if ('when' in part) {
        const value = read(part.when)
        if (!write(value === false || value === '' ? part.otherwise : part.parts)) return false
      } else out += written(part, read(part.field))
      return out.length <= limits.ownBlockHtml
    })
  return write(parseTemplate(declaration).parts) ? out : undefined
}

function written({ place, before }: Slot, value: OwnValue): string {
  const text = String(value)
  switch (place) {
    case 'text':
      return escaped(text, '').replace(/\r\n|\r|\n/g, '<br>')
    case 'attribute':
      return escaped(text, 'attribute')
    case 'url':
      return before === '' ? escaped(text.trim(), 'attribute') : encoded(text)
    case 'style':
      return text.replace(/[^\w#.,% -]/g, '')
  }
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\0': '',
}

function escapeValue(text: string): string {
  return text.replace(/[&<>"'\0]/g, (char) => entities[char] ?? char)
}

function escaped(text: string, place: 'attribute' | ''): string {
  if (!text.includes('{')) return escapeValue(text)
  const parts = parseTagged(text).parts.map((part) => (typeof part === 'string' ? escapeValue(part) : part))
  const source = printTagged(parts)
  // The quotes of a fallback would end the attribute.
  return place === 'attribute' && source.includes('"') ? source.replaceAll('"', '&quot;') : source
}

function encoded(text: string): string {
  return parseTagged(text)
    .parts.map((part) => {
      if (typeof part !== 'string') return isNativeTag(part) ? '' : printTag(part).replaceAll('"', '&quot;')
      return encodeURIComponent(part.toWellFormed()).replaceAll("'", '%27')
    })
    .join('')
}
