/** Reading an email that was made elsewhere, and making a template of it when it is given a name. */
import { type Issue, fail } from '../../../kernel/errors/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import {
  type ImportPlace,
  type NewTemplate,
  checkContentSize,
  checkForms,
  createTemplate,
  importForm,
  presentTemplate,
} from '../template/index.ts'
import type { ImportEmail, ImportedEmail } from './contract.ts'

/** The document of the email and the report. VALIDATION_FAILED when the body holds none, or what only a template has. */
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

/** The same with a template of it in the caller's project, where the body names one. Wants a transaction. */
export async function keepEmail(
  db: Db,
  caller: Caller,
  { name, type, folder, tags, html }: ImportEmail,
  imported: ImportedEmail,
): Promise<ImportedEmail> {
  if (name === undefined) return imported
  const input: NewTemplate = {
    name,
    type: type ?? 'other',
    content: { document: imported.document, source: html === undefined ? 'document' : 'html' },
  }
  if (folder !== undefined) input.folder = folder
  if (tags !== undefined) input.tags = tags
  const template = presentTemplate({ ...(await createTemplate(db, caller, input)), favorite: false }, db.nowMs())
  return { ...imported, template }
}
