import { type EmailDocument, documentText } from '../../../email/document/index.ts'
import { type Db, saveSearchText } from '../../../platform/storage/index.ts'

// Longer texts are found by their first words only; otherwise the index would outgrow the documents.
const maxBodyLength = 200_000

/** Indexes name, subject and text of a template for search. */
export async function saveWords(
  db: Db,
  { id, projectId, name }: { id: string; projectId: string; name: string },
  document: EmailDocument,
): Promise<void> {
  const body = documentText(document).slice(0, maxBodyLength).toWellFormed()
  await saveSearchText(db, { projectId, templateId: id, name, subject: document.meta.subject ?? '', body })
}
