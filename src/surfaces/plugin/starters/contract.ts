import { Type } from '@sinclair/typebox'
import { closed, idOf } from '../../../kernel/schema/index.ts'
import { DocumentView } from '../../templates/index.ts'

const example = 'tpl_01jd7q2v5w8x3y4z6a7b9c0d1e'

/** Tag of the templates of a project that its editors offer. */
export const starterTag = 'starter'

export const EditorStarterList = closed(
  {
    data: Type.Array(
      closed({
        id: Type.String({ examples: [example] }),
        name: Type.String({ examples: ['Newsletter'] }),
        isPublic: Type.Boolean({ description: 'Included with the service; otherwise a template of the project.' }),
        thumbnailUrl: Type.String({ description: 'Signed URL of an image of the template; expires.' }),
      }),
    ),
    hasMore: Type.Boolean({ description: 'Whether the project has more such templates than the list.' }),
  },
  { title: 'EditorStarterList' },
)

export const EditorStarterParams = closed({ id: idOf('template') })

export const EditorStarter = closed(
  {
    document: DocumentView,
    modules: Type.Record(Type.String(), Type.Unknown(), {
      description: 'Content of its modules, including nested modules, keyed by `id version` as instances reference it.',
    }),
  },
  { title: 'EditorStarter' },
)
