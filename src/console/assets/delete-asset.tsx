import { useSignal } from '@preact/signals'
import { type Asset, ApiFailure } from '../api/index.ts'
import { useConsole } from '../context.ts'
import { ConfirmDialog } from '../parts/index.ts'
import { AssetUses } from './asset-uses.tsx'
import { words } from './words.ts'

interface DeleteAssetProps {
  asset: Asset
  onCancel: () => void
  onDeleted: () => void
}

/** Confirms a deletion, and once more if templates or modules use the asset, also those that the person may not see. */
export function DeleteAsset({ asset: { id, name }, onCancel, onDeleted }: DeleteAssetProps) {
  const { api, report, toaster } = useConsole()
  const isUsed = useSignal(false)
  const isBusy = useSignal(false)
  const remove = async () => {
    isBusy.value = true
    try {
      await api.value.remove(`/assets/${id}`, isUsed.value ? { query: { force: true } } : {})
      toaster.show(words.t('deleted', { name }))
      onDeleted()
    } catch (error) {
      if (error instanceof ApiFailure && error.code === 'ASSET_IN_USE') isUsed.value = true
      else report(error)
      isBusy.value = false
    }
  }
  return (
    <ConfirmDialog
      title={words.t('deleteTitle', { name })}
      text={words.t('deleteText')}
      action={words.t(isUsed.value ? 'deleteAnyway' : 'delete')}
      busy={isBusy.value}
      onConfirm={() => void remove()}
      onClose={onCancel}
    >
      {isUsed.value ? (
        <p class="bad" role="alert">
          {words.t('inUse')}
        </p>
      ) : null}
      <AssetUses id={id} />
    </ConfirmDialog>
  )
}
