import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { taggedText } from '../document/index.ts'
import { literals } from '../../kernel/schema/index.ts'

/** What a reader may be queried; passwords and files are not for email. */
export const inputTypes = [
  'text',
  'email',
  'tel',
  'url',
  'number',
  'date',
  'textarea',
  'select',
  'radio',
  'checkbox',
  'hidden',
] as const

const option = Type.Object(
  { label: taggedText({ maxLength: 500 }), value: Type.Optional(taggedText({ maxLength: 500 })) },
  { additionalProperties: false },
)

/** One input of a form. `options` are the choices of `select` and `radio`; a choice without a value sends its label. */
export const formInput = Type.Object(
  {
    name: Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_.-]{0,63}$' }),
    label: Type.Optional(taggedText({ maxLength: 500, description: 'Hidden inputs need none.' })),
    type: literals(inputTypes, { default: 'text' }),
    required: Type.Optional(Type.Boolean()),
    placeholder: Type.Optional(taggedText({ maxLength: 500 })),
    value: Type.Optional(taggedText({ maxLength: 2000 })),
    options: Type.Optional(Type.Array(option, { maxItems: 100 })),
  },
  { additionalProperties: false },
)
export type FormInput = Static<typeof formInput>
