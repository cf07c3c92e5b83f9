/** What the palette of the editor lists of the project's modules. */
import { type Static, Type } from '@sinclair/typebox'
import { limits } from '../../../kernel/limits.ts'
import { Nullable, closed, pageQuery } from '../../../kernel/schema/index.ts'

export const ListEditorModules = closed({
  ...pageQuery,
  q: Type.Optional(
    Type.String({ minLength: 1, maxLength: limits.searchLength, description: 'Part of the name, in any case.' }),
  ),
})
export type ListEditorModules = Static<typeof ListEditorModules>

export const EditorModuleList = closed(
  {
    data: Type.Array(
      closed({
        id: Type.String({ examples: ['mod_01kah3zqpfx9y8w7v6t5s4r3q2'] }),
        name: Type.String({ examples: ['Footer'] }),
      }),
    ),
    modules: Type.Record(Type.String(), Type.Unknown(), {
      description: 'What they hold, with the modules inside them, by `id version` as instances say it.',
    }),
    nextCursor: Nullable(Type.String()),
  },
  { title: 'EditorModuleList' },
)
