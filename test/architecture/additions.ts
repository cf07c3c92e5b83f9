/** A part of an addition: a new file, or text inserted into a file in front of other text. */
export interface Part {
  file: string
  /** The first occurrence gets the text in front of it; a new file without. */
  before?: string
  text: string
}

interface Addition {
  /** As the checklist calls it. */
  name: string
  /** Enough for the checklist to see it. */
  start: readonly Part[]
  /** What the checklist then asks for. */
  missing: readonly string[]
  rest: readonly Part[]
}

const languages = ['ar', 'de', 'es', 'fr', 'it', 'ja', 'pt']
const inAll = (text: string) => Object.fromEntries(languages.map((language) => [language, `${text} ${language}`]))

/** One thing of each kind that ARCHITECTURE.md says how to add. */
export const additions: readonly Addition[] = [
  {
    name: 'rating',
    start: [
      {
        file: 'src/email/blocks/rating/rating.ts',
        text: `import * as Type from '@sinclair/typebox'
import { defineBlock } from '../../render/index.ts'
import { paddingField } from '../style-fields.ts'

export const rating = defineBlock({
  type: 'rating',
  label: 'Rating',
  icon: 'M12 2 15 9 22 9 17 14 19 21 12 17 5 21 7 14 2 9 9 9z',
  schema: Type.Object({ stars: Type.Integer({ minimum: 0, maximum: 5 }) }),
  defaults: { stars: 5, style: { padding: [16, 24, 16, 24] } },
  fields: [
    { prop: 'stars', label: 'Stars', kind: 'number', min: 0, max: 5, group: 'content' },
    paddingField,
  ],
  html: ({ stars }, context) => context.literal(starsOf(stars)),
  text: ({ stars }) => starsOf(stars),
})

function starsOf(count: number): string {
  return '★'.repeat(count) + '☆'.repeat(5 - count)
}
`,
      },
      {
        file: 'src/email/blocks/index.ts',
        before: 'import { social }',
        text: "import { rating } from './rating/rating.ts'\n",
      },
      { file: 'src/email/blocks/index.ts', before: '  columns,\n', text: '  rating,\n' },
    ],
    missing: [
      'name in ar, de, es, fr, it, ja, pt (src/email/blocks/rating/texts.json)',
      'labels in ar (Stars), de (Stars)',
      'sample (src/email/blocks/rating/samples.json',
      'goldens rating.html, rating.txt, rating.amp.html (UPDATE_GOLDEN=1',
      'a row in docs/document.md',
      'bun scripts/generate.ts',
    ],
    rest: [
      {
        file: 'src/email/blocks/rating/texts.json',
        text: JSON.stringify({ name: inAll('Rating'), labels: { Stars: inAll('Stars') } }),
      },
      {
        file: 'src/email/blocks/rating/samples.json',
        text: JSON.stringify({ rating: { type: 'rating', stars: 4 } }),
      },
      { file: 'docs/document.md', before: '| `divider` |', text: '| `rating` | `stars` 0–5 |\n' },
    ],
  },
  {
    name: 'inbox.subject-digits',
    start: [
      {
        file: 'src/email/lint/rules/inbox/subject-digits.ts',
        text: [
          "import { defineRule } from '../../rule.ts'",
          '',
          '/** A subject that is a number. */',
          'export const subjectDigits = defineRule({',
          "  id: 'inbox.subject-digits',",
          "  severity: 'hint',",
          "  why: 'A number alone does not say what the email is about.',",
          "  remedy: 'Add a word or two to the subject.',",
          '  check: ({ document }) =>',
          "    /^\\d+$/.test(document.meta.subject ?? '') ? [{ message: 'The subject is only a number.' }] : [],",
          '})',
          '',
        ].join('\n'),
      },
    ],
    missing: ['a line in src/email/lint/rules/list.ts', 'a case in test/email/lint/cases/inbox.ts', 'docs/lint.md'],
    rest: [
      {
        file: 'src/email/lint/rules/list.ts',
        before: 'import { subjectMissing }',
        text: "import { subjectDigits } from './inbox/subject-digits.ts'\n",
      },
      { file: 'src/email/lint/rules/list.ts', before: '  subjectMissing,\n', text: '  subjectDigits,\n' },
      {
        file: 'test/email/lint/cases/inbox.ts',
        before: "  'inbox.placeholder': {",
        text: "  'inbox.subject-digits': { raises: email({ meta: { subject: '1234567890' } }), says: 'number' },\n",
      },
    ],
  },
  {
    name: 'folder.counted',
    start: [
      {
        file: 'src/kernel/events/data.ts',
        before: 'export const WebhookTest',
        text: "export const FolderCounted = open({ folders: count('Folders of the project.') })\n\n",
      },
      {
        file: 'src/kernel/events/catalog.ts',
        before: '} as const\n',
        text: "  'folder.counted': entry('The folders were counted.', data.FolderCounted, { folders: 3 }),\n",
      },
    ],
    missing: ["a call emit(db, 'folder.counted', …) in a surface", 'a row in docs/webhooks.md'],
    rest: [
      {
        file: 'docs/webhooks.md',
        before: '| `dmarc.report.received` |',
        text: '| `folder.counted` | the folders were counted |\n',
      },
    ],
  },
  {
    name: 'FOLDERS_UNCOUNTED',
    start: [
      {
        file: 'src/kernel/errors/families/templates.ts',
        before: '} satisfies Record<string, ErrorEntry>',
        text: "  FOLDERS_UNCOUNTED: entry(409, 'validation', true, 'The folders are not counted yet', 'Repeat the request.'),\n",
      },
    ],
    missing: ["a call fail('FOLDERS_UNCOUNTED')", 'docs/errors.md (bun scripts/generate.ts)'],
    rest: [],
  },
  {
    name: 'outline',
    start: [
      {
        file: 'src/surfaces/exports/formats.ts',
        before: '  esp: {\n',
        text: `  outline: {
    id: 'outline',
    name: 'Outline of the document',
    kind: 'format',
    level: 'verified',
    package: 'json',
    capabilities: liquid,
    tag_example: tagExample,
    mime: 'application/json',
    extension: 'json',
  },
`,
      },
    ],
    missing: [
      'a case in src/surfaces/exports/rendering/package.ts',
      'a row in docs/export.md',
      'a test in test/surfaces/exports',
    ],
    rest: [
      { file: 'src/surfaces/exports/rendering/package.ts', before: "    case 'json':", text: "    case 'outline':\n" },
      { file: 'docs/export.md', before: '| `mjml` |', text: '| `outline` | the outline |\n' },
      {
        file: 'test/surfaces/exports/outline.test.ts',
        text: "import { test } from 'bun:test'\n\ntest.each(['outline'])('%s', () => undefined)\n",
      },
    ],
  },
  {
    name: 'folders.count',
    start: [
      {
        file: 'src/surfaces/templates/folders/routes.ts',
        before: "    .get(\n      '/folders/:id',",
        text: `    .post('/folders/count', ({ caller }) => store.tx((db) => countFolders(db, caller)), {
      id: 'folders.count',
      summary: 'Count the folders',
      description: 'Of the whole project.',
      scope: 'templates:read',
      response: { 200: FolderCount },
    })
`,
      },
    ],
    missing: ['a line in src/kernel/access/operations.ts', 'a line in test/app/contract.test.ts'],
    rest: [
      {
        file: 'src/surfaces/templates/folders/contract.ts',
        before: 'export const FolderParams',
        text: 'export const FolderCount = Type.Object({ folders: Type.Integer() })\n',
      },
      {
        file: 'src/surfaces/templates/folders/count-folders.ts',
        text: `import { fail } from '../../../kernel/errors/index.ts'
import { emit } from '../../../platform/events/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import { selectFolders } from './store.ts'

/** The number of folders; FOLDERS_UNCOUNTED when there is none. */
export async function countFolders(db: Db, { projectId }: Caller) {
  const { length: folders } = await selectFolders(db, projectId, { guards: undefined })
  if (folders === 0) fail('FOLDERS_UNCOUNTED')
  await emit(db, 'folder.counted', { projectId, data: { folders } })
  return { folders }
}
`,
      },
      {
        file: 'src/surfaces/templates/folders/routes.ts',
        before: 'import { deleteFolder }',
        text: "import { countFolders } from './count-folders.ts'\n",
      },
      { file: 'src/surfaces/templates/folders/routes.ts', before: '  FolderList,\n', text: '  FolderCount,\n' },
      {
        file: 'src/kernel/access/operations.ts',
        before: "  'folders.get':",
        text: "  'folders.count': on('folder', 'none'),\n",
      },
      {
        file: 'test/app/contract.test.ts',
        before: "  'GET /v1/folders folders.list',",
        text: "  'POST /v1/folders/count folders.count',\n",
      },
      {
        file: 'test/surfaces/templates/folders.test.ts',
        before: "      { name: 'not without a key', call: 'POST /v1/folders',",
        text: "      { name: 'nor their count', call: 'POST /v1/folders/count', key: null, status: 401 },\n",
      },
    ],
  },
]
