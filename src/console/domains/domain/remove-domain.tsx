import { useSignal } from '@preact/signals'
import { Button } from '../../../ui/controls/index.ts'
import type { DmarcDomain } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { ConfirmDialog } from '../../parts/index.ts'
import { words } from '../texts.ts'

export function RemoveDomain({ domain: { domain, id } }: { domain: DmarcDomain }) {
  const { api, report, router, toaster } = useConsole()
  const isOpen = useSignal(false)
  const remove = async () => {
    try {
      await api.value.remove(`/dmarc/domains/${id}`)
      toaster.show(words.t('removed', { domain }))
      router.go('/domains')
    } catch (error) {
      isOpen.value = false
      report(error)
    }
  }
  return (
    <div>
      <Button variant="danger" onClick={() => (isOpen.value = true)}>
        {words.t('remove')}
      </Button>
      {isOpen.value ? (
        <ConfirmDialog
          title={words.t('remove')}
          text={words.t('removeText', { domain })}
          action={words.t('remove')}
          onConfirm={() => void remove()}
          onClose={() => (isOpen.value = false)}
        />
      ) : null}
    </div>
  )
}
