import { useSignal } from '@preact/signals'
import { Button } from '../../../ui/controls/index.ts'
import type { DomainGroup } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { ConfirmDialog } from '../../parts/index.ts'
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
        <ConfirmDialog
          title={words.t('deleteGroup')}
          text={words.t('deleteGroupText', { name })}
          action={words.t('deleteGroup')}
          onConfirm={() => void remove()}
          onClose={() => (isOpen.value = false)}
        />
      ) : null}
    </div>
  )
}
