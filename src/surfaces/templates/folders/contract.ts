/** What the operations on folders take and give. */
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { limits } from '../../../kernel/limits.ts'
import {
  Instant,
  GivenName,
  Name,
  Nullable,
  PageInfo,
  closed,
  idOf,
  literals,
  pageQuery,
} from '../../../kernel/schema/index.ts'

const exampleId = 'fld_01jd7q2v5w8x3y4z6a7b9c0d1f'

const Color = Type.String({
  pattern: '^#[0-9a-f]{6}$',
  description: 'A color label, lowercase `#rrggbb`.',
  examples: ['#2f6f4f'],
})

const Parent = Nullable(idOf('folder', { description: 'The folder it is in; null at the top.' }))

const members = {
  id: idOf('folder', { examples: [exampleId] }),
  name: Name,
  parent_id: Parent,
  color: Nullable(Color),
  path: Type.Array(Name, {
    description: 'Names from the top down to this folder.',
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
  parent_id: 'fld_01jd7q2v5w8x3y4z6a7b9c0d1e',
  color: '#2f6f4f',
  path: ['Campaigns', 'Spring'],
  template_count: 4,
  created_at: '2026-11-21T10:00:00.000Z',
  updated_at: '2026-11-21T10:00:00.000Z',
}

export const Folder = closed(members, { title: 'Folder', examples: [example] })
export type Folder = Static<typeof Folder>

/** A folder with the folders inside it. */
export type FolderBranch = Folder & { children?: FolderBranch[] }

const FolderBranch = Type.Unsafe<FolderBranch>(
  Type.Recursive(
    (branch: TSchema) =>
      closed({
        ...members,
        children: Type.Optional(Type.Array(branch, { description: 'In a tree: the folders inside, by name.' })),
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
  view: Type.Optional(
    literals(['tree', 'flat'], {
      default: 'tree',
      description: 'The whole tree with `children`, ignoring `limit`, or a paginated flat list with paths.',
    }),
  ),
})
export type ListFolders = Static<typeof ListFolders>

export const CreateFolder = closed(
  { name: GivenName, parent_id: Type.Optional(Parent), color: Type.Optional(Nullable(Color)) },
  { title: 'CreateFolder', examples: [{ name: 'Spring', parent_id: 'fld_01jd7q2v5w8x3y4z6a7b9c0d1e' }] },
)
export type CreateFolder = Static<typeof CreateFolder>

export const UpdateFolder = closed(
  { name: Type.Optional(GivenName), color: Type.Optional(Nullable(Color)) },
  { title: 'UpdateFolder', examples: [{ name: 'Spring 2027' }] },
)
export type UpdateFolder = Static<typeof UpdateFolder>

export const MoveFolder = closed({ parent_id: Parent }, { title: 'MoveFolder', examples: [{ parent_id: null }] })
export type MoveFolder = Static<typeof MoveFolder>

export const DeleteFolderQuery = closed({
  contents: Type.Optional(
    literals(['move_up', 'delete'], {
      default: 'move_up',
      description:
        'What becomes of what is inside: it moves into the folder above, or its templates go to the trash ' +
        `for ${limits.trashDays} days and its folders are deleted.`,
    }),
  ),
})

/** Any text is taken: what is not the id of a folder of the caller is answered as not found. */
export const FolderParams = closed({
  id: Type.String({ minLength: 1, maxLength: 100, description: 'Id of the folder.', examples: [exampleId] }),
})
