import { fail } from '../kernel/errors/index.ts'
import { isId } from '../kernel/ids/index.ts'
import type { AuthorizeReplay } from '../platform/http/index.ts'
import { maySeeTemplates } from '../surfaces/templates/index.ts'

/** Fails with TEMPLATE_NOT_FOUND when the caller may no longer see a template that a stored response names. */
export const authorizeReplay: AuthorizeReplay = async (db, caller, ids) => {
  const templates = ids.filter((id) => isId('template', id))
  if (!(await maySeeTemplates(db, caller, templates))) fail('TEMPLATE_NOT_FOUND')
}
