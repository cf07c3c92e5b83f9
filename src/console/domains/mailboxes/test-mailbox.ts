import type { DmarcMailbox, DmarcMailboxTest } from '../../api/index.ts'
import type { Console } from '../../context.ts'
import { words } from '../texts.ts'

/** Signs in to the mailbox and says what came of it; changes nothing. */
export async function testMailbox({ api, report, toaster }: Console, { id }: DmarcMailbox): Promise<void> {
  // A server delays the response to a wrong password.
  toaster.show(words.t('mailboxTesting'))
  try {
    const { message, ok } = await api.value.post<DmarcMailboxTest>(`/dmarc/mailboxes/${id}/test`)
    toaster.show(message, { tone: ok ? 'done' : 'problem' })
  } catch (error) {
    report(error)
  }
}
