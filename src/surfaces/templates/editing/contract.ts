import { type Static, Type } from '@sinclair/typebox'
import type { Operation } from '../../../email/document/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { GivenName, closed } from '../../../kernel/schema/index.ts'

const example = { op: 'set', id: 'hero', props: { text: '<p>Hello</p>' } }

const NodeId = Type.String({ examples: ['hero'] })
const Parent = Type.String({
  examples: ['hero'],
  description:
    'The id of a node, `root` for the top rows, or an id with `/fallback` or `/else` for the blocks that a node shows instead.',
})
const Index = Type.Integer({
  minimum: 0,
  description: 'Position in the parent’s list, not counting the inserted nodes.',
})
const Properties = Type.Record(Type.String(), Type.Unknown(), {
  description: 'Properties to change; null removes a property, omitted properties stay.',
})

const kinds = [
  closed({
    op: Type.Literal('insert'),
    parent: Parent,
    index: Index,
    nodes: Type.Array(Type.Record(Type.String(), Type.Unknown()), { minItems: 1 }),
  }),
  closed({
    op: Type.Literal('remove'),
    id: NodeId,
    count: Type.Optional(Type.Integer({ minimum: 1, description: 'So many neighbors from `id` on.' })),
  }),
  closed({ op: Type.Literal('move'), id: NodeId, parent: Parent, index: Index }),
  closed({ op: Type.Literal('set'), id: NodeId, props: Properties }),
  closed({ op: Type.Literal('settings'), props: Properties }),
]

// Only the outer shape is checked: the document engine validates operations and reports errors by path. `oneOf` is for the
// OpenAPI description only.
const AnyOperation = Type.Unsafe<Operation>(
  Type.Object(
    {},
    {
      description: 'One change of a document; the parent of the top rows is `root`.',
      oneOf: kinds,
      examples: [example],
    },
  ),
)

/** Operations of a request body. May be empty, like the inverse of a change that changed nothing. */
export const Operations = Type.Array(AnyOperation, { maxItems: limits.operations })

/** Operations of a response body. */
export const Done = (description: string) => Type.Array(AnyOperation, { description })

/** Client-chosen id of a request, used to recognize retries. */
export const EditId = Type.String({ pattern: '^[\\w-]{8,64}$', examples: ['5f0c1f0e-7f3b-4d55-9a53-3c6a3b1d6c1a'] })

export const ApplyOperations = closed(
  {
    base_revision: Type.Integer({ minimum: 1, description: 'The revision that the operations are based on.' }),
    operations: Operations,
    edit_id: Type.Optional({
      ...EditId,
      description: `Your id of this request, random and new for each. While the edit is among the last ${limits.editsKept} of the template, a repeated request with the same id gets the first response and is not applied twice.`,
    }),
    label: Type.Optional(
      Type.String({ ...GivenName, description: 'Description of this edit; it then becomes a separate version.' }),
    ),
  },
  {
    title: 'ApplyOperations',
    examples: [{ base_revision: 3, operations: [example] }],
  },
)
export type ApplyOperations = Static<typeof ApplyOperations>

export const AppliedOperations = closed(
  {
    revision: Type.Integer({ minimum: 1, description: 'The resulting revision.' }),
    operations: Done('What was applied, in canonical form.'),
    inverse: Done('Inverse operations: applied to the new revision, they undo this edit.'),
    operations_covered: Type.Integer({
      minimum: 0,
      description: 'How many of the operations that you sent the revision holds, counted from the first.',
    }),
    operations_since: Done('Operations of others after base_revision; this edit was rebased on them.'),
  },
  {
    title: 'AppliedOperations',
    examples: [
      {
        revision: 4,
        operations: [example],
        inverse: [{ op: 'set', id: 'hero', props: { text: [{ type: 'paragraph', runs: [{ text: 'Hi' }] }] } }],
        operations_covered: 1,
        operations_since: [],
      },
    ],
  },
)
export type AppliedOperations = Static<typeof AppliedOperations>
