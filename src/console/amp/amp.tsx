/**
 * Senders of AMP emails: their registrations with providers, the checks of their records and messages, and answers for forms.
 * Calls `/v1/amp`. Start at sender-list.tsx, then sender-page.tsx.
 */
import { useConsole } from '../context.ts'
import { SenderList } from './sender-list.tsx'
import { SenderPage } from './sender-page.tsx'

export function AmpSenders() {
  const { router } = useConsole()
  const id = router.url.value.path.split('/')[2]
  return (
    <div class="page" lang="en" dir="ltr">
      {id === undefined || id === '' ? <SenderList /> : <SenderPage key={id} id={id} />}
    </div>
  )
}
