import { useSignal } from '@preact/signals'
import { Button } from '../../../ui/controls/index.ts'
import type { VerificationResult } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { useCall } from '../../parts/index.ts'
import { Option } from '../option.tsx'
import { ToolForm } from '../tool-form.tsx'
import { words } from '../words.ts'
import { Verdict } from './verdict.tsx'

const sandbox = ['mailbox_exists@sandbox.test', 'full_inbox@sandbox.test', 'not_found@sandbox.test']

/** One email address with its evidence. */
export function AddressPage() {
  const { api } = useConsole()
  const call = useCall<VerificationResult>()
  const isThorough = useSignal(false)
  const skipsSmtp = useSignal(false)
  const verify = (email: string) =>
    call.run((signal) =>
      api.value.post<VerificationResult>(
        '/verify',
        { email, include_intelligence: isThorough.value, options: { skip_smtp: skipsSmtp.value } },
        { signal },
      ),
    )
  return (
    <>
      <ToolForm
        label={words.t('email')}
        intro={words.t('address.intro')}
        placeholder="anna@example.com"
        isBusy={call.isBusy}
        onCheck={verify}
      >
        <div class="panel-row">
          <Option label={words.t('address.more')} value={isThorough} />
          <Option label={words.t('address.noSmtp')} value={skipsSmtp} />
        </div>
      </ToolForm>
      <div aria-live="polite" aria-busy={call.isBusy}>
        {call.result === undefined ? (
          <div class="stack">
            <p class="soft">{words.t('address.try')}</p>
            <div class="row">
              {sandbox.map((email) => (
                <Button key={email} dense onClick={() => verify(email)}>
                  {email}
                </Button>
              ))}
            </div>
          </div>
        ) : (
          <Verdict result={call.result} onSuggestion={verify} />
        )}
      </div>
    </>
  )
}
