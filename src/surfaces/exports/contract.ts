import { type Static, Type } from '@sinclair/typebox'
import { limits } from '../../kernel/limits.ts'
import {
  Instant,
  closed,
  createdFilters,
  idOf,
  literals,
  pageOf,
  pageQuery,
  referenceTo,
  repeated,
  sortBy,
} from '../../kernel/schema/index.ts'
import { DocumentBody, VersionInBody } from '../templates/index.ts'
import { formatIds, formats } from './formats.ts'
import { ExportOptions } from './options.ts'

const exampleId = 'exp_01jd7q2v5w8x3y4z6a7b9c0d1e'
const exampleTemplate = 'tpl_01jd7q2v5w8x3y4z6a7b9c0d1e'

export const ExportFormat = literals(formatIds, {
  title: 'ExportFormat',
  description: 'Export format; `GET /export/formats` describes each.',
  examples: ['zip'],
})

const source = Type.String({ maxLength: limits.documentBytes })

export const CreateExport = closed(
  {
    template_id: Type.Optional(
      referenceTo('template', { description: 'A stored template.', examples: [exampleTemplate] }),
    ),
    template_ids: Type.Optional(
      Type.Array(referenceTo('template'), {
        minItems: 1,
        maxItems: limits.exportIds,
        uniqueItems: true,
        description:
          `Up to ${limits.exportIds} stored templates. More than ${limits.exportTemplates} are exported in the background; ` +
          `more than ${limits.exportFiles} are packed into one archive, regardless of the format.`,
      }),
    ),
    version: Type.Optional(VersionInBody),
    document: Type.Optional(DocumentBody),
    html: Type.Optional({ ...source, description: 'HTML to export. Executable content is removed.' }),
    css: Type.Optional({ ...source, description: 'Style sheet to add to the head of `html`.' }),
    format: ExportFormat,
    target: Type.Optional(
      Type.String({
        maxLength: 100,
        description:
          'Id from `GET /export/formats`: the provider with format esp, optionally the mail client with format eml.',
        examples: ['mailchimp'],
      }),
    ),
    data: Type.Optional(
      Type.Unsafe<Record<string, unknown>>(
        Type.Object(
          {},
          {
            description:
              'Values of the merge fields. Without data, merge tags remain as Liquid for the ESP to fill in.',
          },
        ),
      ),
    ),
    locale: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,4}$',
        maxLength: 40,
        description: 'Language of the translation, dates and numbers, as BCP 47.',
        examples: ['de'],
      }),
    ),
    options: Type.Optional(ExportOptions),
    async: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          `Respond immediately and export in the background. Always applies to more than ${limits.exportTemplates} ` +
          'templates.',
      }),
    ),
  },
  {
    title: 'CreateExport',
    forms: {
      FromTemplate: ['template_id', 'version?', 'data?', 'locale?'],
      FromTemplates: ['template_ids', 'version?', 'data?', 'locale?'],
      FromDocument: ['document', 'data?', 'locale?'],
      FromHtml: ['html', 'css?'],
    },
    description: 'Exactly one of template_id, template_ids, document and html.',
    examples: [{ template_id: exampleTemplate, format: 'zip', options: { minify: true } }],
  },
)
export type CreateExport = Static<typeof CreateExport>

const ExportLevel = literals(['verified', 'partly-verified', 'unverified', 'package-only'], {
  description:
    'How well the syntax of the target is confirmed. `verified`: by the vendor’s documentation or public code. ' +
    '`partly-verified`: in part. `unverified`: not confirmed, so check the tags. `package-only`: a mail client, ' +
    'which has no template syntax.',
})

const ExportedFile = closed(
  {
    name: Type.String({ examples: ['Spring sale.zip'] }),
    mime: Type.String({ examples: ['application/zip'] }),
    bytes: Type.Integer({ minimum: 0 }),
    url: Type.String({
      description: `Signed link that requires no API key; valid for at most ${limits.downloadLinkSeconds} seconds.`,
      examples: [`https://cdn.example.com/cdn/exports/${exampleId}/Spring%20sale.zip?exp=1795258800&sig=5aX…`],
    }),
  },
  { title: 'ExportedFile' },
)
type ExportedFile = Static<typeof ExportedFile>

export const ExportWarning = closed(
  {
    code: Type.String({ examples: ['IMAGE_NOT_PACKED'] }),
    path: Type.Optional(
      Type.String({ description: 'What the warning is about: an image URL or a member of the data.' }),
    ),
    message: Type.String(),
    template_id: Type.Optional(
      idOf('template', { description: 'Template that the warning is about, in exports of several templates.' }),
    ),
    node_id: Type.Optional(Type.String({ description: 'Node of the document that the warning is about.' })),
  },
  { title: 'ExportWarning' },
)
export type ExportWarning = Static<typeof ExportWarning>

const statuses = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const

export const Export = closed(
  {
    id: idOf('export', { examples: [exampleId] }),
    status: literals(statuses, {
      description: 'Small exports are completed before the response, large ones in the background.',
    }),
    format: ExportFormat,
    target: Type.Optional(Type.String({ description: 'The provider or the mail client.', examples: ['mailchimp'] })),
    level: Type.Optional(ExportLevel),
    template_ids: Type.Array(idOf('template'), { description: 'Stored templates in the export.' }),
    files: Type.Array(ExportedFile),
    content: Type.Optional(
      Type.String({ description: 'Content of a single text file; only in the response to the creating request.' }),
    ),
    job_id: Type.Optional(
      idOf('job', {
        description:
          'The job: `GET /jobs/{id}` reads it, `GET /jobs/{id}/events` streams its progress, `POST /jobs/{id}/cancel` cancels ' +
          'it. Completed if the export finished immediately.',
        examples: ['job_01jd7q2v5w8x3y4z6a7b9c0d1e'],
      }),
    ),
    progress: Type.Optional(
      closed(
        { done: Type.Integer({ minimum: 0 }), total: Type.Integer({ minimum: 0 }) },
        { description: 'Number of finished emails while the job is running.' },
      ),
    ),
    error: Type.Optional(
      closed(
        { code: Type.String({ examples: ['RENDER_TOO_LARGE'] }), message: Type.String() },
        { description: 'Why the export failed.' },
      ),
    ),
    warnings: Type.Array(ExportWarning),
    created_at: Instant,
    completed_at: Type.Optional(Instant),
    expires_at: { ...Instant, description: 'When the files are deleted.' },
  },
  {
    title: 'Export',
    examples: [
      {
        id: exampleId,
        status: 'completed',
        format: 'zip',
        template_ids: [exampleTemplate],
        files: [
          {
            name: 'Spring sale.zip',
            mime: 'application/zip',
            bytes: 48_213,
            url: `https://cdn.example.com/cdn/exports/${exampleId}/Spring%20sale.zip?exp=1795258800&sig=5aX`,
          },
        ],
        warnings: [],
        created_at: '2026-11-21T10:00:00.000Z',
        completed_at: '2026-11-21T10:00:00.000Z',
        expires_at: '2026-11-22T10:00:00.000Z',
      },
    ],
  },
)
export type Export = Static<typeof Export>

export const ExportPage = pageOf(Export, { title: 'ExportPage' })
export type ExportPage = Static<typeof ExportPage>

export const ListExports = closed({
  ...pageQuery,
  status: repeated(literals(statuses), 'Only exports with one of these statuses.'),
  format: repeated(ExportFormat, 'Only exports in one of these formats.'),
  target: repeated(Type.String({ minLength: 1, maxLength: 100 }), 'Only exports for one of these targets.'),
  template_id: repeated(referenceTo('template'), 'Only exports of one of these templates.'),
  ...createdFilters('exports'),
  sort: sortBy('-created_at', 'created_at'),
})
export type ListExports = Static<typeof ListExports>

/** Any text is accepted; a text that is not the id of one of the caller's exports is reported as not found. */
export const ExportParams = closed({
  id: Type.String({ minLength: 1, maxLength: 100, description: 'Id of the export.', examples: [exampleId] }),
})

export const DownloadQuery = closed({
  file: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 300,
      description: 'Name of the file; required only if the export has several files.',
      examples: ['Spring sale.html'],
    }),
  ),
})

/** Response of a deletion. */
export const Deleted = Type.Undefined({ description: 'Deleted.' })

export const ExportTarget = closed(
  {
    id: Type.String({ examples: ['zip'] }),
    name: Type.String({ examples: ['ZIP archive'] }),
    kind: literals(['format', 'esp', 'client']),
    extends: Type.Optional(Type.String({ description: 'For a custom target, the built-in target that it extends.' })),
    level: ExportLevel,
    package: Type.String({ description: 'Format of the files.', examples: ['zip-html-images'] }),
    capabilities: closed(
      {
        fallback: Type.Boolean({ description: 'Merge tags keep their fallback text.' }),
        conditional: Type.Boolean({ description: 'Conditions are written in the language of the ESP.' }),
        loop: Type.Boolean({ description: 'Loops are written in the language of the ESP.' }),
        unsubscribe: Type.Boolean({ description: 'Unsubscribe links are replaced with those of the ESP.' }),
        amp: Type.Boolean({ description: 'An AMP part is included.' }),
        editable: Type.Optional(Type.Boolean({ description: '`options.editable` makes regions editable in the ESP.' })),
      },
      { description: 'Features of the data language that are preserved in an export without `data`.' },
    ),
    tag_example: Type.String({ examples: [formats.zip.tag_example] }),
    notes: Type.Optional(Type.String({ description: 'Notes on the target.' })),
  },
  { title: 'ExportTarget' },
)

export const ExportTargets = closed({ data: Type.Array(ExportTarget) }, { title: 'ExportTargets' })
