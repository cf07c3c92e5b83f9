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
        'Id of the export target that will send it: content that this target cannot express is reported too.',
      examples: ['mailchimp'],
    }),
  ),
  ignore: Type.Optional(
    Type.String({
      maxLength: 4000,
      pattern: '^[a-z0-9.,-]*$',
      description: 'Rules or rule families to ignore, separated by commas.',
      examples: ['inbox,links.mailto-subject'],
    }),
  ),
})
export type LintQuery = Static<typeof LintQuery>

const Fix = closed(
  {
    label: Type.String({ examples: ['Use https'] }),
    operations: Type.Array(Type.Unsafe<Operation>(Type.Object({}, { additionalProperties: true })), {
      description: 'To be posted to the operations of the template as they are.',
    }),
  },
  { description: 'What would settle it, where that is certain.' },
)

const LintFinding = closed(
  {
    id: Type.String({ description: 'The rule; [Lint](/docs/guide/lint) has them all.', examples: ['links.insecure'] }),
    severity: literals(['error', 'warning', 'hint'], {
      description: 'error: breaks the email for some recipients; warning: degrades it; hint: worth checking.',
    }),
    node_id: Type.Optional(
      Type.String({ description: 'Node of the document that it is about; a module’s instance for what is inside it.' }),
    ),
    prop: Type.Optional(
      Type.String({
        description: 'Property of the node, or below it; without a node, of the document.',
        examples: ['items.0.href'],
      }),
    ),
    message: Type.String({ examples: ['Button “See the order”: http://example.com/ is not encrypted.'] }),
    why: Type.String({
      description: 'Why it matters, in a sentence.',
      examples: ['An attacker on the network can read and change what the link opens.'],
    }),
    remedy: Type.String({ description: 'What to do about it, in a sentence.', examples: ['Use https://.'] }),
    doc_url: Type.Optional(Type.String({ description: 'Where to read more.' })),
    fix: Type.Optional(Fix),
  },
  { title: 'LintFinding' },
)

export const TemplateLint = closed(
  {
    id: idOf('template'),
    revision: Type.Integer({ minimum: 1 }),
    findings: Type.Array(LintFinding, {
      description:
        'Errors before warnings before hints, each in the order of the document; 50 of a rule and 500 in all.',
    }),
    summary: LintSummary,
  },
  { title: 'TemplateLint' },
)
export type TemplateLint = Static<typeof TemplateLint>
