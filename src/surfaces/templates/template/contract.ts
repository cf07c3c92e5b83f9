/** The template as callers see it, and the pieces of it that several operations share. */
import { type Static, Type } from '@sinclair/typebox'
import { type EmailDocument, emailDocumentInputSchema, emailDocumentSchema } from '../../../email/document/index.ts'
import { limits } from '../../../kernel/limits.ts'
import {
  Actor,
  Instant,
  GivenName,
  GivenTag,
  Name,
  Nullable,
  Tag,
  closed,
  idOf,
  literals,
} from '../../../kernel/schema/index.ts'

const exampleId = 'tpl_01jd7q2v5w8x3y4z6a7b9c0d1e'
const exampleFolder = 'fld_01jd7q2v5w8x3y4z6a7b9c0d1f'

export const TemplateType = literals(['promotional', 'transactional', 'newsletter', 'automation', 'other'], {
  description: 'What the template is for.',
  examples: ['promotional'],
})
export type TemplateType = Static<typeof TemplateType>

/** How the content came in: as a document, or as HTML that became one. */
export const TemplateSource = literals(['document', 'html'], {
  description: 'Whether the content was last written as a document or as HTML.',
})
export type TemplateSource = Static<typeof TemplateSource>

const tags = {
  maxItems: limits.tags,
  uniqueItems: true,
  description: 'Free labels, without repetition.',
  examples: [['spring', 'sale']],
}
export const Tags = Type.Array(Tag, tags)
export const GivenTags = Type.Array(GivenTag, tags)

/** Where a template goes: a folder's id, or the name of a top-level folder, which is created when it is missing. */
export const Placement = Type.String({
  ...GivenName,
  description: 'A folder id, or the name of a top-level folder; a missing name is created.',
  examples: ['Campaigns'],
})

export const Template = closed(
  {
    id: idOf('template', { examples: [exampleId] }),
    name: Name,
    type: TemplateType,
    folder_id: Nullable(idOf('folder', { examples: [exampleFolder] })),
    subject: Type.Optional(Type.String({ description: 'Subject line of the document, with its merge tags.' })),
    preheader: Type.Optional(Type.String({ description: 'Preview text of the document, with its merge tags.' })),
    tags: Tags,
    favorite: Type.Boolean({ description: 'Whether the caller marked it; API keys share the marks of their project.' }),
    public: Type.Boolean({ description: 'A template for everyone: it can be read and duplicated, not changed.' }),
    locked_by: Type.Optional(
      closed(
        { ...Actor.properties, until: Instant },
        { description: 'The edit lock and its expiry; absent without a lock.' },
      ),
    ),
    revision: Type.Integer({ minimum: 1, description: 'Grows by one with every change; the ETag quotes it.' }),
    source: TemplateSource,
    size_bytes: Type.Integer({ minimum: 0, description: 'Bytes of the document as compact JSON.' }),
    created_by: closed({ ...Actor.properties }, { description: 'The creator.' }),
    created_at: Instant,
    updated_at: Instant,
    thumbnail_url: Type.String({
      description: 'Path of its thumbnail on this host; requires the API key.',
      examples: [`/v1/templates/${exampleId}/thumbnail`],
    }),
    deleted_at: Type.Optional(
      Type.String({ ...Instant, description: `In the trash since; erased after ${limits.trashDays} days.` }),
    ),
  },
  {
    title: 'Template',
    examples: [
      {
        id: exampleId,
        name: 'Spring sale',
        type: 'promotional',
        folder_id: exampleFolder,
        subject: 'Spring is here, {{ first_name | default: "friend" }}',
        tags: ['spring'],
        favorite: false,
        public: false,
        revision: 3,
        source: 'document',
        size_bytes: 5120,
        created_by: { kind: 'api_key', id: 'key_01jd7q2v5w8x3y4z6a7b9c0d1g', name: 'Website' },
        created_at: '2026-11-21T10:00:00.000Z',
        updated_at: '2026-11-21T10:05:00.000Z',
        thumbnail_url: `/v1/templates/${exampleId}/thumbnail`,
      },
    ],
  },
)
export type Template = Static<typeof Template>

/** Any text is taken: what is not the id of a template of the caller is answered as not found. */
export const TemplateParams = closed({
  id: Type.String({ minLength: 1, maxLength: 100, description: 'Id of the template.', examples: [exampleId] }),
})

/** The answer to what leaves nothing to say. */
export const NoContent = Type.Void({ description: 'It is done.' })

/**
 * A document in a body. Here it is any object: the document engine reads it, looser forms too, and names every fault by
 * its path; checking the same tree twice would cost more than rendering it. `allOf` is for the description only.
 */
export const DocumentBody = Type.Unsafe<Record<string, unknown>>(
  Type.Object(
    {},
    {
      description:
        'An email document. Short forms are accepted: one number for a padding, HTML for rich text, no ids, ' +
        'and no member whose default is meant.',
      allOf: [emailDocumentInputSchema],
    },
  ),
)

/** A document in an answer: canonical. */
export const DocumentView = Type.Unsafe<EmailDocument>(
  Type.Object({}, { description: 'The document in its canonical form.', allOf: [emailDocumentSchema] }),
)

/** The members by which an email comes in that was made elsewhere; a body holds one of html, mjml and design. */
export function formMembers(maxChars: number, more = '') {
  return {
    html: Type.Optional(
      Type.String({
        maxLength: maxChars,
        description:
          'HTML of the email. It is converted to native blocks; content that none can represent is sanitized and kept as HTML.' +
          more,
      }),
    ),
    css: Type.Optional(Type.String({ maxLength: maxChars, description: 'Style sheet for `html`.' })),
    design: Type.Optional(
      Type.Unsafe<Record<string, unknown>>(
        Type.Object({}, { description: 'The saved design of another editor: JSON of Unlayer or Beefree.' }),
      ),
    ),
    mjml: Type.Optional(Type.String({ maxLength: limits.mjmlLength, description: 'MJML of the email.' })),
  }
}

const underContentBytes = ` Under 1 MB (${limits.contentBytes.toLocaleString('en-US')} bytes of UTF-8), \`css\` included.`

/** The members by which content comes in; a body holds one form of it, or none. */
export const contentMembers = {
  document: Type.Optional(DocumentBody),
  ...formMembers(limits.requestBodyBytes, underContentBytes),
}

/** Which of `formMembers` go together. */
export const importForms = { FromHtml: ['html', 'css?'], FromMjml: ['mjml'], FromDesign: ['design'] } as const

/** Which of `contentMembers` go together. */
export const contentForms = { FromDocument: ['document'], ...importForms } as const

/** The language to render in. */
export const Locale = Type.String({
  pattern: '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,4}$',
  maxLength: 40,
  description: 'Language of the translation, of dates and of numbers, as BCP 47; untranslated text stays as it is.',
  examples: ['de'],
})

const count = (of: string) => Type.Integer({ minimum: 0, description: of })

/** How much lint has found. */
export const LintSummary = closed(
  {
    errors: count('Findings that break the email for some recipients.'),
    warnings: count('Findings that harm it.'),
    hints: count('Findings worth checking.'),
    omitted: count('Findings that are counted and not listed.'),
  },
  { title: 'LintSummary' },
)

export const RenderReport = closed(
  {
    bytes: Type.Integer({ minimum: 0, description: 'Bytes of the HTML.', examples: [23_228] }),
    style_bytes: Type.Integer({
      minimum: 0,
      description: 'Bytes of its style element; Gmail ignores one above 16 KB.',
    }),
    amp_bytes: Type.Optional(
      Type.Integer({ minimum: 0, description: 'Size of the AMP part in bytes; mail clients accept at most 200,000.' }),
    ),
    gmail_clipped: Type.Boolean({ description: 'Whether Gmail cuts the message off.' }),
    lint: Type.Optional(LintSummary),
    warnings: Type.Array(
      closed({
        code: Type.String({ examples: ['MISSING_VALUE'] }),
        node_id: Type.Optional(Type.String({ description: 'Node of the document that it is about.' })),
        message: Type.String({ examples: ['There is no value for first_name and no fallback.'] }),
      }),
    ),
  },
  { title: 'RenderReport' },
)
export type RenderReport = Static<typeof RenderReport>
