import { fail } from '../../../kernel/errors/index.ts'
import { type Http, digestOf } from '../../../platform/http/index.ts'
import { type Caller, reachOf } from '../../../platform/identity/index.ts'
import type { Store } from '../../../platform/storage/index.ts'
import { listRecipientNames, loadRecipient } from '../../templates/index.ts'
import { type Admission, needsRight } from '../admission.ts'
import { EditorRecipient, EditorRecipientList, EditorRecipientParams } from './contract.ts'

export interface RecipientRouteDeps {
  http: Http
  admission: Admission
  store: Store
}

/** Routes of the sample recipients as whom the editor shows the email. */
export function editorRecipientRoutes({ http, admission, store }: RecipientRouteDeps) {
  const admit = needsRight(admission.editor, 'preview')
  return http
    .surface('plugin', { errors: 'plugin', crossOrigin: false })
    .get(
      '/plugin/sample-recipients',
      async ({ caller }) => ({
        data: seesRecipients(caller) ? await listRecipientNames(store.read, caller.projectId) : [],
      }),
      {
        id: 'plugin.listRecipients',
        summary: 'List the sample recipients',
        description:
          'Names of the sample recipients of the project, oldest first; none for a token with a library of its own.',
        admit,
        response: { 200: EditorRecipientList },
      },
    )
    .get(
      '/plugin/sample-recipients/:id',
      async ({ caller, params }) => {
        const { id, name, data } = await loadSeenRecipient(store, caller, params.id)
        return { id, name, data }
      },
      {
        id: 'plugin.getRecipient',
        summary: 'Get a sample recipient',
        description: 'The values that previews fill in over the sample values of the email.',
        admit,
        etag: digestOf,
        params: EditorRecipientParams,
        response: { 200: EditorRecipient },
        errors: ['RECIPIENT_NOT_FOUND'],
      },
    )
}

/** RECIPIENT_NOT_FOUND also for a caller that sees none. */
export async function loadSeenRecipient(store: Store, caller: Caller, id: string) {
  return seesRecipients(caller) ? loadRecipient(store.read, caller.projectId, id) : fail('RECIPIENT_NOT_FOUND')
}

// Users with a library of their own are customers of different companies, who see nothing of the project.
function seesRecipients(caller: Caller): boolean {
  return reachOf(caller) === undefined
}
