/** Comparison of two contents of a template, shared by versions and releases. */
import { Type } from '@sinclair/typebox'
import {
  type Comparison,
  type EmailDocument,
  type NodePosition,
  compareDocuments,
} from '../../../../email/document/index.ts'
import { closed } from '../../../../kernel/schema/index.ts'
import { changesBetween } from './history.ts'

const count = Type.Integer({ minimum: 0 })

export const ContentChanges = closed(
  {
    text: Type.String({ examples: ['Changed the text of 2 blocks, added a button'] }),
    added: count,
    removed: count,
    moved: count,
    changed: count,
    settings: count,
  },
  { description: 'Changes since the previous version: a summary, and the numbers of changed nodes and settings.' },
)

const place = {
  parent_id: Type.String({ examples: ['hero'] }),
  index: count,
  path: Type.String({
    description: 'JSON Pointer into the document of that version.',
    examples: ['/rows/0/columns/0/blocks/1'],
  }),
}
const node = {
  id: Type.String({ examples: ['order'] }),
  type: Type.String({ examples: ['button'] }),
  name: Type.Optional(Type.String()),
}
const Entry = closed({
  ...node,
  ...place,
  within: Type.Optional(
    Type.String({
      description:
        'Id of the outermost node that was added or removed together with this one; absent if it is this node.',
    }),
  ),
})
const ValueChange = closed({
  path: Type.String({ examples: ['/text'] }),
  before: Type.Optional(Type.Unknown()),
  after: Type.Optional(Type.Unknown()),
  words: Type.Optional(
    closed({ before: Type.String(), after: Type.String() }, { description: 'Rich text as plain text.' }),
  ),
})

export const comparisonMembers = {
  changes: ContentChanges,
  added: Type.Array(Entry),
  removed: Type.Array(Entry),
  moved: Type.Array(closed({ ...node, before: closed(place), after: closed(place) })),
  changed: Type.Array(closed({ ...node, path: place.path, properties: Type.Array(ValueChange) })),
  settings: Type.Array(ValueChange, { description: 'Changes outside the node tree, such as `/meta/subject`.' }),
}

export function compareContents(before: EmailDocument, after: EmailDocument) {
  return { changes: changesBetween(before, after), ...onTheWire(compareDocuments(before, after)) }
}

function onTheWire({ added, removed, moved, changed, settings }: Comparison) {
  const entry = ({ parent, ...rest }: Comparison['added'][number]) => ({ ...rest, parent_id: parent })
  const standing = ({ parent, ...rest }: NodePosition) => ({ ...rest, parent_id: parent })
  return {
    added: added.map(entry),
    removed: removed.map(entry),
    moved: moved.map(({ before, after, ...node }) => ({ ...node, before: standing(before), after: standing(after) })),
    changed,
    settings,
  }
}
