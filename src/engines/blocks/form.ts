import { Type } from '@sinclair/typebox'
import { taggedText, url } from '../document/index.ts'
import { type BlockOf, defineBlock } from '../render/index.ts'
import { drawButton, plainButton } from './button-markup.ts'
import { drawFallback, fallback, fallbackField } from './fallback.ts'
import { alignField, colorFields, paddingField, typeFields } from './style-fields.ts'

const inputTypes = [
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

const schema = Type.Object({
  action: url({ default: '', description: 'Where AMP sends the answers: https, with the CORS headers of AMP.' }),
  href: Type.Optional(url({ description: 'The page with the same form, for everybody else; `action` unless said.' })),
  inputs: Type.Array(
    Type.Object(
      {
        name: Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_.-]{0,63}$' }),
        label: Type.Optional(taggedText({ maxLength: 500, description: 'Hidden inputs need none.' })),
        type: Type.Union(
          inputTypes.map((type) => Type.Literal(type)),
          { default: 'text' },
        ),
        required: Type.Optional(Type.Boolean()),
        placeholder: Type.Optional(taggedText({ maxLength: 500 })),
        value: Type.Optional(taggedText({ maxLength: 2000 })),
        options: Type.Optional(
          Type.Array(
            Type.Object(
              { label: taggedText({ maxLength: 500 }), value: Type.Optional(taggedText({ maxLength: 500 })) },
              { additionalProperties: false },
            ),
            { maxItems: 100 },
          ),
        ),
      },
      { additionalProperties: false },
    ),
    { maxItems: 30 },
  ),
  submitLabel: taggedText({ default: 'Send' }),
  consent: Type.Optional(
    taggedText({ description: 'What the reader agrees to; hidden inputs are sent only with it.' }),
  ),
  successText: Type.Optional(taggedText()),
  errorText: Type.Optional(taggedText()),
  fallback,
})

export type Form = BlockOf<typeof schema>

/** A form that is answered inside the email; where none can be, a button leads to the form's page. */
export const form = defineBlock({
  type: 'form',
  label: 'Form',
  schema,
  defaults: {
    action: '',
    inputs: [{ name: 'email', label: 'Your email address', type: 'email', required: true }],
    submitLabel: 'Send',
    successText: 'Thank you.',
    errorText: 'That did not work. Please try again.',
    fallback: 'auto',
    style: { padding: [16, 24, 16, 24] },
  },
  fields: [
    { prop: 'action', label: 'Sends to', kind: 'link', group: 'content', placeholder: 'https://' },
    { prop: 'href', label: 'Page with the form', kind: 'link', group: 'content', placeholder: 'https://' },
    {
      prop: 'inputs',
      label: 'Inputs',
      kind: 'list',
      group: 'content',
      item: [
        { prop: 'name', label: 'Name', kind: 'text' },
        { prop: 'label', label: 'Label', kind: 'text' },
        {
          prop: 'type',
          label: 'Kind',
          kind: 'choice',
          options: inputTypes.map((value) => ({ value, label: value })),
        },
        { prop: 'required', label: 'Required', kind: 'switch' },
        { prop: 'placeholder', label: 'Example', kind: 'text' },
        { prop: 'value', label: 'Value', kind: 'text' },
        {
          prop: 'options',
          label: 'Choices',
          kind: 'list',
          item: [
            { prop: 'label', label: 'Label', kind: 'text' },
            { prop: 'value', label: 'Value', kind: 'text' },
          ],
        },
      ],
    },
    { prop: 'submitLabel', label: 'Button', kind: 'text', group: 'content' },
    { prop: 'consent', label: 'Consent', kind: 'textarea', group: 'content' },
    { prop: 'successText', label: 'When it was sent', kind: 'text', group: 'content' },
    { prop: 'errorText', label: 'When it failed', kind: 'text', group: 'content' },
    fallbackField,
    ...typeFields,
    ...colorFields,
    alignField,
    paddingField,
  ],
  element: (_block, theme) => [theme.text],
  interactive: true,
  html: (block, context) =>
    drawFallback(block, context, () => {
      const style = { ...plainButton, ...context.theme.button }
      const link = { href: pageOf(block) }
      const look = { label: block.submitLabel, link, style, isFull: false, mobile: {}, room: context.width }
      return drawButton(look, context)
    }),
  text: (block, context) =>
    drawFallback(block, context, () =>
      context.action(context.plain(block.submitLabel).trim(), context.url(pageOf(block))),
    ),
})

function pageOf({ action, href = '' }: Form): string {
  return href === '' ? action : href
}
