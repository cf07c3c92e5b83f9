import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { limits } from '../../../kernel/limits.ts'
import {
  Instant,
  GivenName,
  Name,
  Nullable,
  PageInfo,
  changedExternalMembers,
  closed,
  createdFilters,
  externalFilters,
  externalMembers,
  givenExternalMembers,
  idOf,
  literals,
  looseReferenceTo,
  pageQuery,
  readOnlyMembers,
  referenceTo,
  repeated,
  sortBy,
} from '../../../kernel/schema/index.ts'

const exampleId = 'fld_01jd7q2v5w8x3y4z6a7b9c0d1f'

const Color = Type.String({
  pattern: '^#[0-9a-f]{6}$',
  description: 'A color label, lowercase `#rrggbb`.',
  examples: ['#2f6f4f'],
})

const parent = { description: 'Parent folder; null at the root.' }
const Parent = Nullable(idOf('folder', parent))
const GivenParent = Nullable(referenceTo('folder', parent))

const members = {
  id: idOf('folder', { examples: [exampleId] }),
  name: Name,
  ...externalMembers,
  parent_id: Parent,
  color: Nullable(Color),
  path: Type.Array(Name, {
    description: 'Folder names from the root to this folder.',
    examples: [['Campaigns', 'Spring']],
  }),
  template_count: Type.Integer({
    minimum: 0,
    description: 'Templates directly in this folder, excluding the trash.',
  }),
  created_at: Instant,
  updated_at: Instant,
}

const example = {
  id: exampleId,
  name: 'Spring',
  external_id: 'spring',
  metadata: {},
  parent_id: 'fld_01jd7q2v5w8x3y4z6a7b9c0d1e',
  color: '#2f6f4f',
  path: ['Campaigns', 'Spring'],
  template_count: 4,
  created_at: '2026-11-21T10:00:00.000Z',
  updated_at: '2026-11-21T10:00:00.000Z',
}

export const Folder = closed(members, { title: 'Folder', examples: [example] })
export type Folder = Static<typeof Folder>

export type FolderBranch = Folder & { children?: FolderBranch[] }

const FolderBranch = Type.Unsafe<FolderBranch>(
  Type.Recursive(
    (branch: TSchema) =>
      closed({
        ...members,
        children: Type.Optional(Type.Array(branch, { description: 'Subfolders by name; only in the tree.' })),
      }),
    { $id: 'FolderBranch', title: 'FolderBranch', examples: [{ ...example, children: [] }] },
  ),
)

export const FolderList = closed(
  {
    data: Type.Array(FolderBranch),
    page: PageInfo,
  },
  { title: 'FolderList' },
)
export type FolderList = Static<typeof FolderList>

export const ListFolders = closed({
  ...pageQuery,
  ...externalFilters,
  parent_id: repeated(
    Type.Union([referenceTo('folder'), Type.Literal('none')]),
    'Only folders directly in one of these, each an id, or `none` for the root.',
  ),
  ...createdFilters('folders'),
  sort: sortBy('name', '-name', 'created_at', '-created_at', 'updated_at', '-updated_at'),
  view: Type.Optional(
    literals(['tree', 'flat'], {
      default: 'tree',
      description:
        'The whole tree with `children`, ignoring `limit`, or a paginated flat list with paths. A filtered list, or one ' +
        'with another sort than by name, is flat.',
    }),
  ),
})
export type ListFolders = Static<typeof ListFolders>

export const CreateFolder = closed(
  {
    name: GivenName,
    parent_id: Type.Optional(GivenParent),
    color: Type.Optional(Nullable(Color)),
    ...givenExternalMembers,
  },
  { title: 'CreateFolder', examples: [{ name: 'Spring', parent_id: 'fld_01jd7q2v5w8x3y4z6a7b9c0d1e' }] },
)
export type CreateFolder = Static<typeof CreateFolder>

const changed = {
  name: Type.Optional(GivenName),
  color: Type.Optional(Nullable(Color)),
  parent_id: Type.Optional(GivenParent),
  ...changedExternalMembers,
}

export const UpdateFolder = closed(
  { ...changed, ...readOnlyMembers(Folder, { writable: changed, volatile: ['template_count'] }) },
  {
    title: 'UpdateFolder',
    description:
      'Omitted members stay unchanged; `parent_id` moves the folder. Read-only members are accepted as a read returned them.',
    examples: [{ name: 'Spring 2027' }],
  },
)
export type UpdateFolder = Static<typeof UpdateFolder>

export const MoveFolder = closed({ parent_id: GivenParent }, { title: 'MoveFolder', examples: [{ parent_id: null }] })
export type MoveFolder = Static<typeof MoveFolder>

export const DeleteFolderQuery = closed({
  contents: Type.Optional(
    literals(['move_up', 'delete'], {
      default: 'move_up',
      description:
        'What happens to the contents: `move_up` moves them to the parent folder; `delete` deletes the subfolders and ' +
        `moves the templates to the trash for ${limits.trashDays} days.`,
    }),
  ),
})

/** Any text is accepted; a text that is not the id of one of the caller's folders is reported as not found. */
export const FolderParams = closed({
  id: looseReferenceTo('folder', { description: 'Id of the folder.', examples: [exampleId] }),
})
