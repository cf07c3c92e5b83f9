import { type Static, Type } from '@sinclair/typebox'
import type { Operation } from '../../../email/document/index.ts'
import { closed, idOf, literals } from '../../../kernel/schema/index.ts'
import { LintSummary, Locale, VersionInQuery } from '../template/index.ts'

export const LintQuery = closed({
  version: Type.Optional({
    ...VersionInQuery,
    description: '`draft`, `published` or the number of a release. Default: the draft.',
  }),
  locale: Type.Optional(Locale),
  provider: Type.Optional(
    Type.String({
      maxLength: 60,
      description:
        'Id of the export target that will send the email; content that the target cannot express is reported too.',
      examples: ['mailchimp'],
    }),
  ),
  ignore: Type.Optional(
    Type.String({
      maxLength: 4000,
      pattern: '^[a-z0-9.,-]*$',
      description: 'Comma-separated rules or rule families to ignore.',
      examples: ['inbox,links.mailto-subject'],
    }),
  ),
})
export type LintQuery = Static<typeof LintQuery>

const Fix = closed(
  {
    label: Type.String({ examples: ['Use https'] }),
    operations: Type.Array(Type.Unsafe<Operation>(Type.Object({}, { additionalProperties: true })), {
      description: 'Operations to post unchanged to `POST /templates/{id}/operations`.',
    }),
  },
  { description: 'Fix of the finding; present only if it is certain.' },
)

const LintFinding = closed(
  {
    id: Type.String({ description: 'Id of the rule; see [Lint](/docs/guide/lint).', examples: ['links.insecure'] }),
    severity: literals(['error', 'warning', 'hint'], {
      description: '`error`: breaks the email for some recipients. `warning`: degrades it. `hint`: worth checking.',
    }),
    node_id: Type.Optional(
      Type.String({
        description: 'Node of the document that the finding is about; for content of a module, its instance.',
      }),
    ),
    prop: Type.Optional(
      Type.String({
        description: 'Path of the property in the node, or in the document if there is no node.',
        examples: ['items.0.href'],
      }),
    ),
    message: Type.String({ examples: ['Button “See the order”: http://example.com/ is not encrypted.'] }),
    why: Type.String({
      description: 'Why it matters, in one sentence.',
      examples: ['An attacker on the network can read and change what the link opens.'],
    }),
    remedy: Type.String({ description: 'What to do about it, in one sentence.', examples: ['Use https://.'] }),
    doc_url: Type.Optional(Type.String({ description: 'URL of further documentation.' })),
    fix: Type.Optional(Fix),
  },
  { title: 'LintFinding' },
)

export const TemplateLint = closed(
  {
    id: idOf('template'),
    revision: Type.Integer({ minimum: 1 }),
    findings: Type.Array(LintFinding, {
      description: 'Errors, then warnings, then hints, each in document order; at most 50 per rule and 500 in total.',
    }),
    summary: LintSummary,
  },
  { title: 'TemplateLint' },
)
export type TemplateLint = Static<typeof TemplateLint>
