/** Maps an emailId to its template, and provides the initial document of an email that has none yet. */
import type { EmailDocument } from '../../../email/document/index.ts'
import { fail } from '../../../kernel/errors/index.ts'
import { demoProjectId, isId } from '../../../kernel/ids/index.ts'
import { limits } from '../../../kernel/limits.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import { type Db, lockExternalId } from '../../../platform/storage/index.ts'
import { type Content, createTemplate, emptyDocument, loadDocument } from '../../templates/index.ts'
import type { Session } from '../sessions/sessions.ts'
import { countLinked, lockDemoEmails, selectLinked } from './store.ts'

/** Identifies the email of a session. */
export type EmailChoice = Pick<Session, 'emailId' | 'startFrom'>

/** The template whose external id or id the host's id is. Undefined before the first save. */
export async function templateOf(db: Db, { projectId }: Caller, { emailId }: EmailChoice): Promise<string | undefined> {
  const linked = await selectLinked(db, projectId, emailId)
  return linked ?? (isId('template', emailId) ? emailId : undefined)
}

/**
 * Like `templateOf`, for a save that creates a missing template: only one transaction at a time gets undefined, the others
 * wait for it and get its template. Call it before the transaction writes anything.
 */
export async function templateToSave(db: Db, caller: Caller, choice: EmailChoice): Promise<string | undefined> {
  const templateId = await templateOf(db, caller, choice)
  if (templateId !== undefined) return templateId
  if (caller.projectId === demoProjectId) await lockDemoEmails(db, demoProjectId)
  await lockExternalId(db, 'template', caller.projectId, choice.emailId)
  return templateOf(db, caller, choice)
}

/** TEMPLATE_NOT_FOUND if the email has not been saved yet. */
export async function requireTemplate(db: Db, caller: Caller, choice: EmailChoice): Promise<string> {
  const templateId = await templateOf(db, caller, choice)
  return templateId ?? fail('TEMPLATE_NOT_FOUND', 'The email has not been saved yet.')
}

/** A list of an email that has not been saved yet. INVALID_CURSOR: no cursor is of an empty list. */
export function emptyList({ cursor }: { cursor?: string }): { data: []; nextCursor: null } {
  return cursor === undefined ? { data: [], nextCursor: null } : fail('INVALID_CURSOR')
}

/** The initial document: that of the template to start from, or an empty one. TEMPLATE_NOT_FOUND. */
export async function beginningOf(db: Db, caller: Caller, { emailId, startFrom }: EmailChoice): Promise<EmailDocument> {
  if (startFrom === null) return emptyDocument(emailId)
  return (await loadDocument(db, caller, startFrom)).document
}

/** Without a template before the first save. */
export interface Email {
  templateId: string | undefined
  template?: Awaited<ReturnType<typeof loadDocument>>['template']
  document: EmailDocument
  revision: number
}

/** The current document and its revision: 0 for an email that was never saved. */
export async function loadEmail(db: Db, caller: Caller, choice: EmailChoice): Promise<Email> {
  const templateId = await templateOf(db, caller, choice)
  if (templateId === undefined) return { templateId, document: await beginningOf(db, caller, choice), revision: 0 }
  const { template, document } = await loadDocument(db, caller, templateId)
  return { templateId, template, document, revision: template.revision }
}

/**
 * Creates the template of an email, with the host's id as its external id. Requires a transaction. LIMIT_REACHED if the
 * editor demo is full.
 */
export async function createEmail(db: Db, caller: Caller, choice: EmailChoice, content: Content) {
  if (caller.projectId === demoProjectId && (await countLinked(db, demoProjectId)) >= limits.demoEmails)
    fail(
      'LIMIT_REACHED',
      `The editor demo is limited to ${limits.demoEmails} emails. Older emails are deleted every hour.`,
    )
  const { emailId, startFrom } = choice
  const name = content.document.meta.title
  const before = startFrom === null ? undefined : await beginningOf(db, caller, choice)
  return createTemplate(db, caller, {
    name: name === '' ? emailId : name,
    type: 'other',
    content,
    before,
    externalId: emailId,
  })
}
