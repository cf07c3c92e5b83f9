import { type Static, Type } from '@sinclair/typebox'
import { closed, literals, referenceTo } from '../../../kernel/schema/index.ts'
import { DocumentBody, Locale, RenderReport, VersionInBody } from '../template/index.ts'

export const GenerateEmail = closed(
  {
    document: Type.Optional(DocumentBody),
    template_id: Type.Optional(referenceTo('template', { description: 'Stored template, instead of a document.' })),
    version: Type.Optional(VersionInBody),
    data: Type.Optional(
      Type.Unsafe<Record<string, unknown>>(Type.Object({}, { description: 'Values of the merge fields.' })),
    ),
    locale: Type.Optional(Locale),
    outputs: Type.Optional(
      Type.Array(literals(['html', 'text', 'amp']), {
        minItems: 1,
        maxItems: 3,
        uniqueItems: true,
        default: ['html', 'text'],
        description: 'Outputs to render. The AMP part is validated; findings are returned as warnings.',
      }),
    ),
    strict: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Reject data that lacks a required field, instead of returning a warning.',
      }),
    ),
    lint: Type.Optional(
      Type.Boolean({ default: false, description: 'Add the number of lint findings, with this data, to the report.' }),
    ),
  },
  {
    title: 'GenerateEmail',
    forms: { FromDocument: ['document'], FromTemplate: ['template_id', 'version?'] },
    description: 'Exactly one of document and template_id.',
    examples: [
      { template_id: 'tpl_01jd7q2v5w8x3y4z6a7b9c0d1e', data: { first_name: 'Ada' }, outputs: ['html', 'text'] },
    ],
  },
)
export type GenerateEmail = Static<typeof GenerateEmail>

export const GeneratedEmail = closed(
  {
    html: Type.Optional(
      Type.String({
        description: 'The HTML; absent only if `outputs` is given without `html`.',
        examples: ['<!doctype html><html lang="en">…</html>'],
      }),
    ),
    text: Type.Optional(
      Type.String({
        description: 'The plain text; absent only if `outputs` is given without `text`.',
        examples: ['Dear Ada, your order is on its way.'],
      }),
    ),
    amp: Type.Optional(
      Type.String({
        description: 'The AMP4EMAIL part; only if `outputs` has `amp`.',
        examples: ['<!doctype html><html ⚡4email data-css-strict>…</html>'],
      }),
    ),
    subject: Type.Optional(
      Type.String({ description: 'Absent if the document has none.', examples: ['Your order is on its way'] }),
    ),
    preheader: Type.Optional(
      Type.String({ description: 'Absent if the document has none.', examples: ['It should arrive on Friday.'] }),
    ),
    release: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: 'The release of the stored template that was rendered; absent for a draft.',
      }),
    ),
    report: RenderReport,
  },
  { title: 'GeneratedEmail' },
)
export type GeneratedEmail = Static<typeof GeneratedEmail>
