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

/** Undefined for any text that is not the id of a recipient of the project. */
export async function findRecipient(db: Db, projectId: string, id: string): Promise<RecipientRow | undefined> {
  return isId('sampleRecipient', id) ? selectRecipient(db, projectId, id) : undefined
}

/** RECIPIENT_NOT_FOUND also for those of other projects. */
export async function loadRecipient(db: Db, projectId: string, id: string): Promise<RecipientRow> {
  return (await findRecipient(db, projectId, id)) ?? fail('RECIPIENT_NOT_FOUND')
}

/** Ids and names of all recipients of a project, oldest first. */
export async function listRecipientNames(db: Db, projectId: string): Promise<{ id: string; name: string }[]> {
  const all = await selectRecipients(db, projectId, { limit: limits.sampleRecipients, descending: false })
  return all.map(({ id, name }) => ({ id, name }))
}
