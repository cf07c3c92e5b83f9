import * as Type from '@sinclair/typebox'
import { taggedText, url } from '../../document/index.ts'
import { type BlockOf, type HtmlContext, addLayer, defineBlock } from '../../render/index.ts'
import { renderForm } from './amp-form.ts'
import { formInput, inputOptions } from './form-input.ts'
import { renderButton, plainButton } from '../button-markup.ts'
import { renderFallback, fallback, fallbackField } from '../fallback.ts'
import { alignField, colorFields, paddingField, typeFields } from '../style-fields.ts'

const schema = Type.Object({
  action: url({
    default: '',
    description: 'HTTPS endpoint that receives the AMP form; must answer with the CORS headers of AMP.',
  }),
  href: Type.Optional(
    url({ description: 'Page with the same form, for mail clients without AMP; `action` by default.' }),
  ),
  inputs: Type.Array(formInput, { maxItems: 30 }),
  submitLabel: taggedText({ default: 'Send' }),
  consent: Type.Optional(
    taggedText({ description: 'Text of the consent checkbox; hidden inputs are sent only when it is checked.' }),
  ),
  successText: Type.Optional(taggedText()),
  errorText: Type.Optional(taggedText()),
  fallback,
})

type Form = BlockOf<typeof schema>

/** A form inside the email; without interaction, a button that links to the form's page. */
export const form = defineBlock({
  type: 'form',
  label: 'Form',
  icon: 'M12 20h-1a2 2 0 0 1-2-2 2 2 0 0 1-2 2H6M13 8h7a2 2 0 0 1 2 2v4a2 2 0 0 1-2 2h-7M5 16H4a2 2 0 0 1-2-2v-4a2 2 0 0 1 2-2h1M6 4h1a2 2 0 0 1 2 2 2 2 0 0 1 2-2h1M9 6v12',
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
    { prop: 'action', label: 'Submission URL', kind: 'link', group: 'content', placeholder: 'https://' },
    { prop: 'href', label: 'Form page', kind: 'link', group: 'content', placeholder: 'https://' },
    {
      prop: 'inputs',
      label: 'Fields',
      kind: 'list',
      group: 'content',
      item: [
        { prop: 'name', label: 'Name', kind: 'text' },
        { prop: 'label', label: 'Label', kind: 'text' },
        {
          prop: 'type',
          label: 'Type',
          kind: 'choice',
          options: inputOptions,
        },
        { prop: 'required', label: 'Required', kind: 'switch' },
        { prop: 'placeholder', label: 'Placeholder', kind: 'text' },
        { prop: 'value', label: 'Value', kind: 'text' },
        {
          prop: 'options',
          label: 'Options',
          kind: 'list',
          item: [
            { prop: 'label', label: 'Label', kind: 'text' },
            { prop: 'value', label: 'Value', kind: 'text' },
          ],
        },
      ],
    },
    { prop: 'submitLabel', label: 'Button', kind: 'text', group: 'content' },
    { prop: 'consent', label: 'Consent text', kind: 'textarea', group: 'content' },
    { prop: 'successText', label: 'Success message', kind: 'text', group: 'content' },
    { prop: 'errorText', label: 'Error message', kind: 'text', group: 'content' },
    fallbackField,
    ...typeFields,
    ...colorFields,
    alignField,
    paddingField,
  ],
  element: (_block, theme) => [theme.text],
  interactive: true,
  html: (block, context) => renderFallback(block, context, () => renderLink(block, context)),
  amp: (block, context) =>
    renderForm(block, context) ?? renderFallback(block, context, () => renderLink(block, context)),
  text: (block, context) =>
    renderFallback(block, context, () =>
      context.action(context.plain(block.submitLabel).trim(), context.url(pageOf(block))),
    ),
})

function renderLink(block: Form, context: HtmlContext): string {
  const style = addLayer(plainButton, context.theme.button)
  const link = { href: pageOf(block) }
  const look = { label: block.submitLabel, link, style, isFull: false, mobile: {}, availableWidth: context.width }
  return renderButton(look, context)
}

function pageOf({ action, href = '' }: Form): string {
  return href === '' ? action : href
}
