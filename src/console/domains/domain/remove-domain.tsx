import { useSignal } from '@preact/signals'
import { Button } from '../../../ui/controls/index.ts'
import { Dialog } from '../../../ui/overlays/index.ts'
import type { DmarcDomain } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
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
      report(error)
    }
  }
  return (
    <div>
      <Button variant="danger" onClick={() => (isOpen.value = true)}>
        {words.t('remove')}
      </Button>
      {isOpen.value ? (
        <Dialog
          title={words.t('remove')}
          size="small"
          onClose={() => (isOpen.value = false)}
          actions={
            <>
              <Button autofocus onClick={() => (isOpen.value = false)}>
                {words.t('cancel')}
              </Button>
              <Button variant="danger" onClick={() => void remove()}>
                {words.t('remove')}
              </Button>
            </>
          }
        >
          <p>{words.t('removeText', { domain })}</p>
        </Dialog>
      ) : null}
    </div>
  )
}
