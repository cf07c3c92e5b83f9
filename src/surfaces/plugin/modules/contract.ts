import { type Static, Type } from '@sinclair/typebox'
import { rowInputSchema } from '../../../email/document/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { type FragmentInput, ModuleAssets, ModuleTranslations } from '../../templates/index.ts'
import { GivenName, Nullable, closed, pageQuery } from '../../../kernel/schema/index.ts'

export const ListEditorModules = closed({
  ...pageQuery,
  q: Type.Optional(
    Type.String({ minLength: 1, maxLength: limits.searchLength, description: 'Part of the name, ignoring case.' }),
  ),
})
export type ListEditorModules = Static<typeof ListEditorModules>

const named = {
  id: Type.String({ examples: ['mod_01kah3zqpfx9y8w7v6t5s4r3q2'] }),
  name: Type.String({ examples: ['Footer'] }),
}

const modules = Type.Record(Type.String(), Type.Unknown(), {
  description: 'Content of the modules, including nested modules, keyed by `id version` as instances reference it.',
})

export const EditorModuleList = closed(
  {
    data: Type.Array(closed(named)),
    modules,
    nextCursor: Nullable(Type.String()),
  },
  { title: 'EditorModuleList' },
)

export const SaveEditorModule = closed({
  name: GivenName,
  nodes: Type.Unsafe<NonNullable<FragmentInput['nodes']>>(
    Type.Array(
      Type.Object({}, { description: 'A section, group or instance of another module.', allOf: [rowInputSchema] }),
      { minItems: 1 },
    ),
  ),
  assets: Type.Optional(ModuleAssets),
  translations: Type.Optional(ModuleTranslations),
})
export type SaveEditorModule = Static<typeof SaveEditorModule>

export const SavedEditorModule = closed({ ...named, modules }, { title: 'SavedEditorModule' })
