import { Type } from '@sinclair/typebox'
import { closed } from '../../../../kernel/schema/index.ts'
import { defineTool } from '../../tool.ts'
import { Cursor, NextCursor, nextCursorOf, pick, recordsIn } from '../pieces.ts'

const members = ['id', 'name', 'kind', 'mime', 'bytes', 'width', 'height', 'alt', 'tags', 'url']

export const listAssets = defineTool({
  name: 'list_assets',
  title: 'List assets',
  description: 'Images and files of the project, newest first, or those whose name or text matches.',
  toolset: 'assets',
  scope: 'assets:read',
  input: closed({ query: Type.Optional(Type.String()), cursor: Cursor }),
  output: Type.Object({
    assets: Type.Array(Type.Object({ id: Type.String(), url: Type.String() })),
    next_cursor: NextCursor,
  }),
  async run({ query, cursor }, { api, signal }) {
    const page = await api.json('GET', '/assets', { query: { q: query, cursor, limit: pageLength }, signal })
    const assets = recordsIn(page['data']).map((each) => pick(each, members))
    return { summary: `${assets.length} assets.`, data: { assets, ...nextCursorOf(page) } }
  },
})

/** So many assets fit into one result. */
const pageLength = 8

export const importAsset = defineTool({
  name: 'import_asset',
  title: 'Import asset',
  description: 'Store an image or file from a public URL, and return the URL for emails.',
  toolset: 'assets',
  scope: 'assets:write',
  isReadOnly: false,
  isOpenWorld: true,
  input: closed({ url: Type.String(), name: Type.Optional(Type.String()), alt: Type.Optional(Type.String()) }),
  output: Type.Object({ id: Type.String(), url: Type.String() }),
  async run(body, { api, signal }) {
    const asset = await api.json('POST', '/assets/from-url', { body, signal })
    return { summary: 'The asset is stored.', data: pick(asset, members) }
  },
})
