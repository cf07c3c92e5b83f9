/** Template schemas that several operations share. */
import { type Static, Type } from '@sinclair/typebox'
import { type EmailDocument, emailDocumentInputSchema, emailDocumentSchema } from '../../../email/document/index.ts'
import { limits } from '../../../kernel/limits.ts'
import {
  Actor,
  Instant,
  GivenTag,
  Name,
  Nullable,
  Tag,
  closed,
  externalMembers,
  idOf,
  literals,
  looseReferenceTo,
  referenceOrName,
} from '../../../kernel/schema/index.ts'

const exampleId = 'tpl_01jd7q2v5w8x3y4z6a7b9c0d1e'
const exampleThumbnail = `https://cdn.example.com/cdn/thumbnails/${exampleId}?v=3&exp=1795392000&sig=Pq8dVbT0h2YkM1xw`
const exampleFolder = 'fld_01jd7q2v5w8x3y4z6a7b9c0d1f'

export const TemplateType = literals(['promotional', 'transactional', 'newsletter', 'automation', 'other'], {
  description: 'Purpose of the template.',
  examples: ['promotional'],
})
export type TemplateType = Static<typeof TemplateType>

/** HTML is converted to a document. */
export const TemplateSource = literals(['document', 'html'], {
  description: 'Whether the content was last saved as a document or as HTML.',
})
export type TemplateSource = Static<typeof TemplateSource>

const tags = {
  maxItems: limits.tags,
  uniqueItems: true,
  description: 'Labels, without duplicates.',
  examples: [['spring', 'sale']],
}
export const Tags = Type.Array(Tag, tags)
export const GivenTags = Type.Array(GivenTag, tags)

/** A reference to a folder, or the name of a top-level folder, which is created if it does not exist. */
export const Placement = referenceOrName('folder', {
  description:
    'A folder id, `ext:` and an external id, or the name of a top-level folder; which is created if it does not exist.',
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
    ...externalMembers,
    favorite: Type.Boolean({
      description: 'Whether the caller marked it as a favorite; the API keys of a project share their favorites.',
    }),
    public: Type.Boolean({
      description: 'Whether the template is public: it can be read and duplicated, but not changed.',
    }),
    locked_by: Type.Optional(
      closed(
        { ...Actor.properties, until: Instant },
        { description: 'Holder and expiry of the edit lock; absent if the template is not locked.' },
      ),
    ),
    revision: Type.Integer({ minimum: 1, description: 'Increases by one with every change; the ETag contains it.' }),
    publishing: literals(['on_save', 'by_hand'], {
      description:
        '`on_save`: every save is live at once. `by_hand`: the published release is live, saves change the draft.',
    }),
    status: literals(['draft', 'published'], {
      description: '`draft` until it is published; always `published` on_save.',
    }),
    published_release: Type.Optional(Type.Integer({ minimum: 1, description: 'Number of the release that is live.' })),
    published_at: Type.Optional(Instant),
    unpublished_changes: Type.Boolean({ description: 'True if the draft was changed since it was published.' }),
    scheduled_release: Type.Optional(
      Type.Integer({ minimum: 1, description: 'Number of the release that is scheduled to be published.' }),
    ),
    review: Type.Optional(
      closed(
        {
          id: idOf('review', { examples: ['rvw_01jd7q2v5w8x3y4z6a7b9c0d1k'] }),
          state: literals(['pending', 'approved', 'rejected']),
          stale: Type.Boolean({ description: 'True if the draft was saved with other content since.' }),
        },
        {
          // openapi-python-client would name its states like those of TemplateReview.
          title: 'LatestReview',
          description: 'The latest review of the draft; absent without one, and once its content is published.',
        },
      ),
    ),
    source: TemplateSource,
    size_bytes: Type.Integer({ minimum: 0, description: 'Size of the document as compact JSON, in bytes.' }),
    created_by: closed({ ...Actor.properties }, { description: 'The creator.' }),
    created_at: Instant,
    updated_at: Instant,
    thumbnail_url: Type.String({
      format: 'uri',
      description:
        `Image of the email, 320 pixels wide, that needs no API key. The URL is signed: it stays the same for ${limits.thumbnailLinkHours} hours ` +
        `or until the next revision, and is valid for ${limits.thumbnailLinkHours} to ${2 * limits.thumbnailLinkHours} hours.`,
      examples: [exampleThumbnail],
    }),
    deleted_at: Type.Optional(
      Type.String({
        ...Instant,
        description: `When the template was moved to the trash; deleted permanently after ${limits.trashDays} days.`,
      }),
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
        external_id: 'spring-sale',
        metadata: { campaign: 'spring' },
        favorite: false,
        public: false,
        revision: 3,
        publishing: 'on_save',
        status: 'published',
        unpublished_changes: false,
        source: 'document',
        size_bytes: 5120,
        created_by: { kind: 'api_key', id: 'key_01jd7q2v5w8x3y4z6a7b9c0d1g', name: 'Website' },
        created_at: '2026-11-21T10:00:00.000Z',
        updated_at: '2026-11-21T10:05:00.000Z',
        thumbnail_url: exampleThumbnail,
      },
    ],
  },
)
export type Template = Static<typeof Template>
/** A template before its response is written. */
export type UnsignedTemplate = Omit<Template, 'thumbnail_url'>

/** Any text is accepted; a text that is not the id of one of the caller's templates is reported as not found. */
export const TemplateParams = closed({
  id: looseReferenceTo('template', { description: 'Id of the template.', examples: [exampleId] }),
})

/** Body of 204 responses. */
export const NoContent = Type.Void({ description: 'No content.' })

/**
 * A document in a request body. The schema accepts any object: the document engine validates it, including looser forms, and
 * reports errors by path; checking the same tree twice would cost more than rendering it. `allOf` is for the OpenAPI
 * description only.
 */
export const DocumentBody = Type.Unsafe<Record<string, unknown>>(
  Type.Object(
    {},
    {
      description:
        'An email document. Short forms are accepted: a single number for a padding, HTML for rich text, and omitted ids ' +
        'and default values.',
      allOf: [emailDocumentInputSchema],
    },
  ),
)

/** A document in a response, in canonical form. */
export const DocumentView = Type.Unsafe<EmailDocument>(
  Type.Object({}, { description: 'The document in its canonical form.', allOf: [emailDocumentSchema] }),
)

/** Members for emails made with other tools; a body contains one of html, mjml and design. */
export function formMembers(maxChars: number, more = '') {
  return {
    html: Type.Optional(
      Type.String({
        maxLength: maxChars,
        description:
          'HTML of the email. It is converted to native blocks; content that no block can represent is sanitized and kept ' +
          `as HTML.${more}`,
      }),
    ),
    css: Type.Optional(Type.String({ maxLength: maxChars, description: 'Style sheet for `html`.' })),
    design: Type.Optional(
      Type.Unsafe<Record<string, unknown>>(
        Type.Object({}, { description: 'Saved design of another editor: JSON of Unlayer or Beefree.' }),
      ),
    ),
    mjml: Type.Optional(Type.String({ maxLength: limits.mjmlLength, description: 'MJML of the email.' })),
  }
}

const underContentBytes = ` Must be under 1 MB (${limits.contentBytes.toLocaleString('en-US')} bytes of UTF-8), including \`css\`.`

/** Members for content; a body contains at most one form of it. */
export const contentMembers = {
  document: Type.Optional(DocumentBody),
  ...formMembers(limits.requestBodyBytes, underContentBytes),
}

/** The forms of a body with `formMembers`. */
export const importForms = { FromHtml: ['html', 'css?'], FromMjml: ['mjml'], FromDesign: ['design'] } as const

/** The forms of a body with `contentMembers`. */
export const contentForms = { FromDocument: ['document'], ...importForms } as const

/** Content of a stored template, in a body. */
export const VersionInBody = Type.Union(
  [Type.Literal('published'), Type.Literal('draft'), Type.Integer({ minimum: 1, maximum: 999_999_999 })],
  {
    description:
      'Content of the stored template: `published`, `draft` or the number of a release. Default: the published release, or the ' +
      'draft where every save is live.',
    examples: ['published'],
  },
)

/** The same in a query. */
export const VersionInQuery = Type.String({
  pattern: '^(published|draft|[1-9][0-9]{0,8})$',
  description:
    'Content of the template: `published`, `draft` or the number of a release. Default: the published release, or the draft ' +
    'where nothing is published.',
  examples: ['published', 'draft', '7'],
})

/** Language tag to render in. */
export const Locale = Type.String({
  pattern: '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,4}$',
  maxLength: 40,
  description: 'Language of the translation, dates and numbers, as BCP 47; untranslated text stays unchanged.',
  examples: ['de'],
})

const count = (of: string) => Type.Integer({ minimum: 0, description: of })

export const LintSummary = closed(
  {
    errors: count('Findings that break the email for some recipients.'),
    warnings: count('Findings that degrade the email.'),
    hints: count('Findings worth checking.'),
    omitted: count('Findings that are counted but not listed.'),
  },
  { title: 'LintSummary' },
)

export const RenderReport = closed(
  {
    bytes: Type.Integer({ minimum: 0, description: 'Size of the HTML in bytes.', examples: [23_228] }),
    style_bytes: Type.Integer({
      minimum: 0,
      description: 'Size of the style element in bytes; Gmail ignores one above 16 KB.',
    }),
    amp_bytes: Type.Optional(
      Type.Integer({ minimum: 0, description: 'Size of the AMP part in bytes; mail clients accept at most 200,000.' }),
    ),
    gmail_clipped: Type.Boolean({ description: 'Whether Gmail clips the message.' }),
    lint: Type.Optional(LintSummary),
    warnings: Type.Array(
      closed({
        code: Type.String({ examples: ['MISSING_VALUE'] }),
        node_id: Type.Optional(Type.String({ description: 'Node of the document that the warning is about.' })),
        message: Type.String({ examples: ['There is no value for first_name and no fallback.'] }),
      }),
    ),
  },
  { title: 'RenderReport' },
)
export type RenderReport = Static<typeof RenderReport>
