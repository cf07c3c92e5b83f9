/**
 * Senders of AMP emails: their registrations with providers, the checks of their records and messages, and answers for forms.
 * Calls `/v1/amp`. Start at sender-list.tsx, then sender-page.tsx.
 */
import { EmptyState } from '../../ui/controls/index.ts'
import { lockIcon } from '../../ui/icons/index.ts'
import { useConsole } from '../context.ts'
import { mayEdit } from '../start.ts'
import { SenderList } from './sender-list.tsx'
import { SenderPage } from './sender-page.tsx'
import { words } from './texts.ts'

export function AmpSenders() {
  const { router, start } = useConsole()
  const id = router.url.value.path.split('/')[2]
  return (
    <div class="page" lang="en" dir="ltr">
      {!mayEdit(start) ? (
        <EmptyState icon={lockIcon} title={words.t('noAccess')} text={words.t('noAccessText')} />
      ) : id === undefined || id === '' ? (
        <SenderList />
      ) : (
        <SenderPage key={id} id={id} />
      )}
    </div>
  )
}
