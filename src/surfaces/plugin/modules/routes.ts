import { createDocument } from '../../../engines/document/index.ts'
import type { Http } from '../../../platform/http/index.ts'
import type { Store } from '../../../platform/storage/index.ts'
import { listModules } from '../../templates/index.ts'
import type { Admission } from '../admission.ts'
import { showModules } from '../content/shown.ts'
import { EditorModuleList, ListEditorModules } from './contract.ts'

export interface EditorModuleParts {
  http: Http
  admission: Admission
  store: Store
}

/** The saved modules of the palette. */
export function editorModuleRoutes({ http, admission, store }: EditorModuleParts) {
  return http.surface('plugin', { errors: 'plugin', crossOrigin: false }).get(
    '/plugin/modules',
    async ({ caller, query }) => {
      const { data, page } = await listModules(store.read, caller, query)
      const rows = data.map(({ id }) => ({ id, type: 'module' as const, ref: { id, version: 'latest' as const } }))
      const modules = await showModules(store.read, caller, { ...createDocument(), rows })
      return { data: data.map(({ id, name }) => ({ id, name })), modules, nextCursor: page.next_cursor }
    },
    {
      admit: admission.editor,
      query: ListEditorModules,
      response: { 200: EditorModuleList },
      errors: ['INVALID_CURSOR'],
      detail: {
        operationId: 'plugin.listModules',
        summary: 'List the saved modules',
        description: 'Of the project, by name, with what an instance of each shows.',
      },
    },
  )
}
