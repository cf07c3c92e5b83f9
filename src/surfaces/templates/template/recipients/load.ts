import { Type } from '@sinclair/typebox'
import { fail } from '../../../../kernel/errors/index.ts'
import { isId } from '../../../../kernel/ids/index.ts'
import { limits } from '../../../../kernel/limits.ts'
import type { Db } from '../../../../platform/storage/index.ts'
import { type RecipientRow, selectRecipient, selectRecipients } from './store.ts'

export const RecipientInQuery = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'Id of a sample recipient, whose data is filled in.',
  examples: ['srp_01kah3zqpfx9y8w7v6t5s4r3q2'],
})

/** RECIPIENT_NOT_FOUND also for those of other projects. */
export async function loadRecipient(db: Db, projectId: string, id: string): Promise<RecipientRow> {
  const row = isId('sampleRecipient', id) ? await selectRecipient(db, projectId, id) : undefined
  return row ?? fail('RECIPIENT_NOT_FOUND')
}

/** Ids and names of all recipients of a project, oldest first. */
export async function listRecipientNames(db: Db, projectId: string): Promise<{ id: string; name: string }[]> {
  const all = await selectRecipients(db, projectId, { limit: limits.sampleRecipients, descending: false })
  return all.map(({ id, name }) => ({ id, name }))
}
