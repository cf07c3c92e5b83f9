import { fail } from '../kernel/errors/index.ts'
import { isId } from '../kernel/ids/index.ts'
import type { AuthorizeReplay } from '../platform/http/index.ts'
import { maySeeTemplates } from '../surfaces/templates/index.ts'

/** Fails with TEMPLATE_NOT_FOUND if the caller can no longer view a template in a stored response. */
export const authorizeReplay: AuthorizeReplay = async (db, caller, ids) => {
  const templates = ids.filter((id) => isId('template', id))
  if (!(await maySeeTemplates(db, caller, templates))) fail('TEMPLATE_NOT_FOUND')
}
