import * as Type from '@sinclair/typebox'
import { closed, literals } from '../../../kernel/schema/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { expects } from '../schema/expectation.ts'

export type OwnFieldKind = 'text' | 'textarea' | 'link' | 'image' | 'color' | 'number' | 'switch' | 'choice'
export type OwnValue = string | number | boolean
/** A text, or texts by language. */
export type OwnLabel = string | Readonly<Record<string, string>>

export interface OwnField {
  name: string
  label: OwnLabel
  kind: OwnFieldKind
  default?: OwnValue
  /** For `choice`. */
  options?: readonly { value: string; label: OwnLabel }[]
  /** For `number`. */
  min?: number
  max?: number
}

/** A block type of a host page. */
export interface OwnBlockDeclaration {
  name: string
  label: OwnLabel
  /** Data of an SVG path in a view box of 24 by 24. */
  icon?: string
  /** Heading in the palette. */
  category?: OwnLabel
  fields: readonly OwnField[]
  /** HTML with `{{ block.name }}` for values and `{% if block.name %}`. */
  template: string
}

/** What an HTML block keeps of the block of a host that it is: no host page is needed to render or edit it. */
export interface OwnBlock {
  declaration: OwnBlockDeclaration
  /** Values that differ from the defaults, by name of the field. */
  values: Readonly<Record<string, OwnValue>>
}

const word = { minLength: 1, maxLength: 100 }

const label = Type.Union(
  [
    Type.String(word),
    Type.Record(Type.String({ pattern: '^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$' }), Type.String(word)),
  ],
  {
    [expects]: 'a text of at most 100 characters, or such texts by language: { "en": "Coupon" }',
  },
)

const fieldName = '^[a-z][A-Za-z0-9_]{0,39}$'

const value = Type.Union([Type.String({ maxLength: 10_000 }), Type.Number(), Type.Boolean()], {
  [expects]: 'a text, a number, or true or false',
})

const kinds = ['text', 'textarea', 'link', 'image', 'color', 'number', 'switch', 'choice'] as const

const field = closed(
  {
    name: Type.String({
      pattern: fieldName,
      examples: ['title'],
      [expects]: 'a name of letters, digits and _ that begins with a lower-case letter',
    }),
    label,
    kind: literals(kinds, { [expects]: `one of ${kinds.join(', ')}` }),
    default: Type.Optional(value),
    options: Type.Optional(
      Type.Array(closed({ value: Type.String({ maxLength: 200 }), label }), { minItems: 1, maxItems: 100 }),
    ),
    min: Type.Optional(Type.Number()),
    max: Type.Optional(Type.Number()),
  },
  { $id: 'OwnBlockField' },
)

export const ownDeclarationSchema = closed(
  {
    name: Type.String({
      pattern: '^[a-z][a-z0-9_-]{0,63}$',
      examples: ['coupon'],
      [expects]: 'a name of lower-case letters, digits, - and _',
    }),
    label,
    icon: Type.Optional(
      Type.String({
        maxLength: 2000,
        pattern: '^[MmLlHhVvCcSsQqTtAaZz0-9 ,.eE+-]*$',
        [expects]: 'the data of an SVG path such as M4 6h16',
      }),
    ),
    category: Type.Optional(label),
    fields: Type.Array(field, { maxItems: limits.ownBlockFields }),
    template: Type.String({
      minLength: 1,
      maxLength: limits.ownBlockTemplate,
    }),
  },
  { $id: 'OwnBlockDeclaration' },
)

export const ownBlockSchema = closed(
  {
    declaration: ownDeclarationSchema,
    values: Type.Record(Type.String({ pattern: fieldName }), value),
  },
  {
    $id: 'OwnBlock',
    description: 'The block of a host page. `html` is derived from it; what is sent as `html` is ignored.',
  },
)
