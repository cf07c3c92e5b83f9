import { type Static, Type } from '@sinclair/typebox'
import { limits } from '../../../../kernel/limits.ts'
import { Placement } from '../../template/index.ts'
import { Nullable, closed, looseReferenceTo, referenceTo } from '../../../../kernel/schema/index.ts'

const ids = Type.Array(looseReferenceTo('template'), {
  minItems: 1,
  maxItems: limits.bulkIds,
  description: 'Ids of templates. A duplicate id gets two results but is changed once.',
  examples: [['tpl_01jd7q2v5w8x3y4z6a7b9c0d1e']],
})

export const BulkDelete = closed(
  {
    ids,
    permanent: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Delete the templates permanently instead of moving them to the trash.',
      }),
    ),
  },
  { title: 'BulkDelete' },
)
export type BulkDelete = Static<typeof BulkDelete>

export const BulkMove = closed(
  {
    ids,
    folder_id: Type.Optional(Nullable(referenceTo('folder', { description: 'Target folder; null for no folder.' }))),
    folder: Type.Optional(Nullable(Placement)),
  },
  {
    title: 'BulkMove',
    forms: { ById: ['folder_id'], ByName: ['folder'] },
    description: 'Either `folder_id`, or `folder` as in templates.',
    examples: [{ ids: ['tpl_01jd7q2v5w8x3y4z6a7b9c0d1e'], folder_id: 'fld_01jd7q2v5w8x3y4z6a7b9c0d1f' }],
  },
)
export type BulkMove = Static<typeof BulkMove>

export const BulkResults = closed(
  {
    results: Type.Array(
      closed({
        id: Type.String({ examples: ['tpl_01jd7q2v5w8x3y4z6a7b9c0d1e'] }),
        ok: Type.Boolean(),
        error: Type.Optional(
          closed({
            code: Type.String({ examples: ['TEMPLATE_NOT_FOUND'] }),
            message: Type.String({ examples: ['Template not found'] }),
          }),
        ),
      }),
      { description: 'One per id, in request order.' },
    ),
  },
  { title: 'BulkResults' },
)
export type BulkResults = Static<typeof BulkResults>
