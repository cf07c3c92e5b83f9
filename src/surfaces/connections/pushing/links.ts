import { limits } from '../../../kernel/limits.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import { templateVisibility } from '../../templates/index.ts'
import { loadConnection } from '../accounts/accounts.ts'
import type { ConnectedTemplates } from './contract.ts'
import { selectLinks } from './store.ts'

/** The pushed templates of a connection that the caller may see. CONNECTION_NOT_FOUND. */
export async function listTemplates(db: Db, caller: Caller, id: string): Promise<ConnectedTemplates> {
  const connection = await loadConnection(db, caller, id)
  const visibility = await templateVisibility(db, caller)
  const links = await selectLinks(db, connection.id, { limit: limits.connectionTemplates, visibility })
  const data = links.map(({ templateId, locale, remoteId, pushedRevision, pushedAt }) => ({
    template_id: templateId,
    ...(locale === '' ? {} : { locale }),
    ...(remoteId === null ? {} : { remote_id: remoteId }),
    ...(pushedRevision === null ? {} : { pushed_revision: pushedRevision }),
    ...(pushedAt === null ? {} : { pushed_at: new Date(pushedAt).toISOString() }),
  }))
  return { data }
}
