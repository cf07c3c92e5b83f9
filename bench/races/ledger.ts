/** What callers were told, to be compared with what is stored. */
export interface Upload {
  id: string
  url: string
  sha256: string
}

export class Ledger {
  /** Ids of templates whose creation was answered, by the name that only they have. */
  readonly created = new Map<string, Set<string>>()
  /** Names that were sent in calls without an answer; a template of the name may exist, once. */
  readonly attempted = new Set<string>()
  /** Texts inserted by operations that were answered 200; nothing removes them. */
  readonly inserted: { templateId: string; text: string }[] = []
  /** Revisions that saves of a template were answered. */
  readonly revisions = new Map<string, number[]>()
  readonly uploads: Upload[] = []
  readonly exports = new Set<string>()
  readonly batches = new Map<string, number>()
  /** First saves in the editor that were answered with success, by the id of the email. */
  readonly emails = new Map<string, Set<string>>()

  noteCreated(name: string, id: string): void {
    this.created.set(name, (this.created.get(name) ?? new Set()).add(id))
  }

  noteRevision(templateId: string, revision: number): void {
    this.revisions.set(templateId, [...(this.revisions.get(templateId) ?? []), revision])
  }

  noteEmail(emailId: string, templateId: string): void {
    this.emails.set(emailId, (this.emails.get(emailId) ?? new Set()).add(templateId))
  }
}
