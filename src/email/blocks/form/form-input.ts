import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { taggedText } from '../../document/index.ts'
import { literals } from '../../../kernel/schema/index.ts'

const inputLabels = {
  text: 'Text',
  email: 'Email',
  tel: 'Phone',
  url: 'URL',
  number: 'Number',
  date: 'Date',
  textarea: 'Long text',
  select: 'Dropdown',
  radio: 'Single choice',
  checkbox: 'Checkbox',
  hidden: 'Hidden',
} as const

/** Allowed input types; passwords and files are unsuitable for email. */
const inputTypes = Object.keys(inputLabels) as (keyof typeof inputLabels)[]

/** For the inspector. */
export const inputOptions = Object.entries(inputLabels).map(([value, label]) => ({ value, label }))

const option = Type.Object(
  { label: taggedText({ maxLength: 500 }), value: Type.Optional(taggedText({ maxLength: 500 })) },
  { additionalProperties: false },
)

/** `options` are the choices of `select` and `radio`; a choice without a value submits its label. */
export const formInput = Type.Object(
  {
    name: Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_.-]{0,63}$' }),
    label: Type.Optional(taggedText({ maxLength: 500, description: 'Not needed for hidden inputs.' })),
    type: literals(inputTypes, { default: 'text' }),
    required: Type.Optional(Type.Boolean()),
    placeholder: Type.Optional(taggedText({ maxLength: 500 })),
    value: Type.Optional(taggedText({ maxLength: 2000 })),
    options: Type.Optional(Type.Array(option, { maxItems: 100 })),
  },
  { additionalProperties: false },
)
export type FormInput = Static<typeof formInput>
