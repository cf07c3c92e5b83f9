import { createDocument } from '../../../email/document/index.ts'
import { type Http, workContext } from '../../../platform/http/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import { type Db, type Store, underLocks } from '../../../platform/storage/index.ts'
import type { WorkerPool } from '../../../platform/jobs/index.ts'
import {
  createModule,
  documentErrors,
  listModules,
  readFragment,
  requireAccess,
  requireModules,
  withCleaned,
} from '../../templates/index.ts'
import { type Admission, needsRight } from '../admission.ts'
import { loadEmail } from '../content/email.ts'
import { showModules } from '../content/shown.ts'
import { EditorModuleList, ListEditorModules, SaveEditorModule, SavedEditorModule } from './contract.ts'

export interface EditorModuleDeps {
  http: Http
  admission: Admission
  store: Store
  workers: WorkerPool
}

const moduleErrors = ['MODULE_NOT_FOUND', 'MODULE_TOO_DEEP', 'LIMIT_REACHED'] as const

/** Routes to list and create the saved modules of the palette. */
export function editorModuleRoutes({ http, admission, store, workers }: EditorModuleDeps) {
  const shown = (db: Db, caller: Caller, ids: readonly string[]) => {
    const rows = ids.map((id) => ({ id, type: 'module' as const, ref: { id, version: 'latest' as const } }))
    return showModules(db, caller, { ...createDocument(), rows })
  }
  return http
    .surface('plugin', { errors: 'plugin', crossOrigin: false })
    .get(
      '/plugin/modules',
      async ({ caller, query }) => {
        const { data, page } = await listModules(store.read, caller, query)
        const modules = await shown(
          store.read,
          caller,
          data.map(({ id }) => id),
        )
        return { data: data.map(({ id, name }) => ({ id, name })), modules, nextCursor: page.next_cursor }
      },
      {
        id: 'plugin.listModules',
        summary: 'List the saved modules',
        description: 'Modules in the library of the token, by name, with the content of an instance of each.',
        admit: admission.editor,
        query: ListEditorModules,
        response: { 200: EditorModuleList },
        errors: ['INVALID_CURSOR'],
      },
    )
    .post(
      '/plugin/modules',
      async ({ caller, body: { name, ...input }, once, request, set }) => {
        const content = await withCleaned(workers.forCaller(workContext(request)), input, () => readFragment(input))
        const session = admission.sessionOf(request)
        const { id } = await once(
          async (db) => {
            const { template, templateId, document } = await loadEmail(db, caller, session)
            if (template !== undefined) await requireAccess(db, caller, template, 'edit')
            await requireModules(db, caller, content.fragment.nodes, { templateId, before: document })
            set.status = 201
            return { id: await createModule(db, caller, { name, content }) }
          },
          { resource: session.emailId },
        )
        return { id, name: name.trim(), modules: await shown(store.read, caller, [id]) }
      },
      {
        id: 'plugin.saveModule',
        summary: 'Save rows as a module',
        description: 'Requires edit permission for the email of the session. No template uses the module yet.',
        admit: needsRight(admission.editor, 'modules'),
        once: underLocks,
        body: SaveEditorModule,
        response: { 201: SavedEditorModule },
        errors: [...documentErrors, 'VALIDATION_FAILED', ...moduleErrors, 'TEMPLATE_NOT_FOUND', 'PERMISSION_DENIED'],
      },
    )
}
