import { useSignal } from '@preact/signals'
import { Button } from '../../../ui/controls/index.ts'
import { Dialog } from '../../../ui/overlays/index.ts'
import type { DomainGroup } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { words } from '../texts.ts'

export function DeleteGroup({ group: { id, name } }: { group: DomainGroup }) {
  const { api, report, router, toaster } = useConsole()
  const isOpen = useSignal(false)
  const remove = async () => {
    try {
      await api.value.remove(`/dmarc/groups/${id}`)
      toaster.show(words.t('groupDeleted', { name }))
      router.go('/domains/groups')
    } catch (error) {
      isOpen.value = false
      report(error)
    }
  }
  return (
    <div>
      <Button variant="danger" onClick={() => (isOpen.value = true)}>
        {words.t('deleteGroup')}
      </Button>
      {isOpen.value ? (
        <Dialog
          title={words.t('deleteGroup')}
          size="small"
          onClose={() => (isOpen.value = false)}
          actions={
            <>
              <Button autofocus onClick={() => (isOpen.value = false)}>
                {words.t('cancel')}
              </Button>
              <Button variant="danger" onClick={() => void remove()}>
                {words.t('deleteGroup')}
              </Button>
            </>
          }
        >
          <p>{words.t('deleteGroupText', { name })}</p>
        </Dialog>
      ) : null}
    </div>
  )
}
