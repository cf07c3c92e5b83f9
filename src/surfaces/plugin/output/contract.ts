import { type Static, Type } from '@sinclair/typebox'
import { limits } from '../../../kernel/limits.ts'
import { closed, literals, publishedMark } from '../../../kernel/schema/index.ts'
import { DocumentBody, DocumentView, RecipientInQuery } from '../../templates/index.ts'

const source = Type.String({ maxLength: limits.requestBodyBytes })

/** The email in the editor: its document, or HTML with CSS; the last saved state if neither is given. */
const content = {
  document: Type.Optional(DocumentBody),
  html: Type.Optional(source),
  css: Type.Optional(source),
}
const Seconds = Type.Integer({
  minimum: 0,
  description: 'How long the URL is valid.',
  examples: [limits.previewLinkSeconds],
})

export const OfEmail = closed(content, { title: 'OfEmail', description: 'Under 1 MB.' })
export type OfEmail = Static<typeof OfEmail>

/** The handler checks `format`, because a wrong or missing one has an error code of its own. */
export const ExportEmail = closed(
  {
    format: Type.Optional(
      Type.Unknown({
        type: 'string',
        enum: ['html', 'zip', 'pdf'],
        description: 'Required; INVALID_FORMAT for anything else.',
        examples: ['zip'],
      }),
    ),
    ...content,
  },
  { title: 'ExportEmail', [publishedMark]: { required: ['format'] }, examples: [{ format: 'zip' }] },
)
export type ExportEmail = Static<typeof ExportEmail>

const EmailFormat = literals(['html', 'zip', 'pdf'])

export const ExportedEmail = closed(
  {
    downloadUrl: Type.String({ examples: ['http://localhost:3009/cdn/exports/…'] }),
    expiresIn: Seconds,
    format: EmailFormat,
  },
  { title: 'ExportedEmail' },
)
export type ExportedEmail = Static<typeof ExportedEmail>

export const CompiledEmail = closed(
  {
    html: Type.String({ examples: ['<!doctype html><html>…'] }),
    css: Type.String({ examples: ['.m1{padding:24px!important}'] }),
    minified: Type.Boolean({ examples: [true] }),
  },
  { title: 'CompiledEmail' },
)
export type CompiledEmail = Static<typeof CompiledEmail>

export const PreviewEmail = closed(
  {
    device: Type.Optional(literals(['desktop', 'mobile'], { default: 'desktop' })),
    recipient: Type.Optional(RecipientInQuery),
    ...content,
  },
  { title: 'PreviewEmail', examples: [{ device: 'mobile' }] },
)
export type PreviewEmail = Static<typeof PreviewEmail>

export const PreviewedEmail = closed(
  { previewUrl: Type.String({ examples: ['http://localhost:3009/cdn/previews/…'] }), expiresIn: Seconds },
  { title: 'PreviewedEmail' },
)
export type PreviewedEmail = Static<typeof PreviewedEmail>

export const ImportHtml = closed(
  {
    html: source,
    css: source,
    document: Type.Optional({
      ...DocumentBody,
      description:
        'Document that the HTML was rendered from, with its `/cdn/` URLs; defaults to the last saved document.',
    }),
  },
  { title: 'ImportHtml', examples: [{ html: '<h1>Hello</h1>', css: '' }] },
)
export type ImportHtml = Static<typeof ImportHtml>

export const ImportedHtml = closed(
  {
    document: DocumentView,
    warnings: Type.Array(
      closed({
        code: Type.String({ examples: ['ELEMENT_REMOVED'] }),
        message: Type.String({ examples: ['Script elements were removed.'] }),
      }),
      {
        description: 'Content that could not be converted.',
      },
    ),
  },
  { title: 'ImportedHtml' },
)
export type ImportedHtml = Static<typeof ImportedHtml>

export const CleanEditorCss = closed(
  { css: Type.String({ maxLength: limits.customCssBytes, description: `At most ${limits.customCssBytes} bytes.` }) },
  { title: 'CleanEditorCss', examples: [{ css: '.svc-panel { border-radius: 0 }' }] },
)

export const CleanedEditorCss = closed(
  {
    css: Type.String({ examples: ['.svc-panel{border-radius:0}'] }),
    dropped: Type.Array(Type.String({ examples: ['@import'] }), {
      description: 'Descriptions of the removed rules, at most 20.',
    }),
  },
  { title: 'CleanedEditorCss' },
)
export type CleanedEditorCss = Static<typeof CleanedEditorCss>
