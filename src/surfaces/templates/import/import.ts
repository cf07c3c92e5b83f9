/** Imports emails made with other tools; creates a template if the request contains a name. */
import { type Issue, fail } from '../../../kernel/errors/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import {
  type ImportPlace,
  type NewTemplate,
  type UnsignedTemplate,
  checkContentSize,
  checkForms,
  createTemplate,
  importForm,
  presentTemplate,
} from '../template/index.ts'
import type { ImportEmail, ImportedEmail } from './contract.ts'

/** VALIDATION_FAILED if the body contains no email, or members that require a template name. */
export async function readEmail(body: ImportEmail, place: Omit<ImportPlace, 'title'>): Promise<ImportedEmail> {
  const { html, css, mjml, design, name, type, folder, tags } = body
  checkForms({ html, css, mjml, design })
  if (name !== undefined) checkContentSize({ html, css })
  const issues: Issue[] = []
  if (html === undefined && mjml === undefined && design === undefined) {
    issues.push({ path: '/html', message: 'Provide html, mjml or design.' })
  }
  for (const [member, value] of Object.entries({ type, folder, tags })) {
    if (name === undefined && value !== undefined)
      issues.push({ path: `/${member}`, message: `${member} requires name.` })
  }
  if (issues.length > 0) fail('VALIDATION_FAILED', { issues })
  const { document, report } = await importForm(
    { html, css, mjml, design },
    { ...place, title: name ?? 'Imported email' },
  )
  return { document, report }
}

/** Creates a template from an imported email if the body has a name. Requires a transaction. */
export async function keepEmail(
  db: Db,
  caller: Caller,
  { name, type, folder, tags, html }: ImportEmail,
  imported: ImportedEmail,
): Promise<Omit<ImportedEmail, 'template'> & { template?: UnsignedTemplate }> {
  const { document, report } = imported
  if (name === undefined) return { document, report }
  const input: NewTemplate = {
    name,
    type: type ?? 'other',
    content: { document: imported.document, source: html === undefined ? 'document' : 'html' },
  }
  if (folder !== undefined) input.folder = folder
  if (tags !== undefined) input.tags = tags
  const template = presentTemplate({ ...(await createTemplate(db, caller, input)), favorite: false }, db.nowMs())
  return { document, report, template }
}
