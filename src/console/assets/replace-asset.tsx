import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Button } from '../../ui/controls/index.ts'
import { Dialog } from '../../ui/overlays/index.ts'
import type { Asset } from '../api/index.ts'
import { FileDrop, useCall } from '../parts/index.ts'
import { AssetImage, factsOf } from './asset-grid.tsx'
import { AssetUses } from './asset-uses.tsx'
import { useReplacement } from './replacement.ts'
import { words } from './words.ts'

interface ReplaceAssetProps {
  asset: Asset
  onCancel: () => void
  onReplaced: () => void
  onChange: () => void
}

/** What uses the asset, the file that it has and the one chosen for it, side by side. */
export function ReplaceAsset({ asset, onCancel, onChange, onReplaced }: ReplaceAssetProps) {
  const { replace } = useReplacement(onChange)
  const call = useCall<void>()
  const chosen = useSignal<File | undefined>(undefined)
  const file = chosen.value
  const store = () =>
    call.run(async () => {
      if (file === undefined) return
      await replace(asset, file)
      onReplaced()
    })
  return (
    <Dialog
      title={words.t('replaceTitle', { name: asset.name })}
      size="medium"
      onClose={onCancel}
      actions={
        <>
          <Button onClick={onCancel}>{words.t('back')}</Button>
          {file === undefined ? null : (
            <Button variant="primary" busy={call.isBusy} onClick={store}>
              {words.t('replace')}
            </Button>
          )}
        </>
      }
    >
      <div class="dialog-text asset-details" lang="en" dir="ltr">
        <p>{words.t('replaceText')}</p>
        <AssetUses id={asset.id} />
        <div class="asset-pair">
          <figure>
            <AssetImage asset={asset} />
            <figcaption>
              <b>{words.t('fileNow')}</b> <span class="soft">{factsOf(asset)}</span>
            </figcaption>
          </figure>
          {file === undefined ? null : (
            <figure>
              <ChosenImage file={file} />
              <figcaption>
                <b>{file.name}</b> <span class="soft">{words.bytes(file.size)}</span>
              </figcaption>
            </figure>
          )}
        </div>
        <FileDrop
          title={words.t('dropNew')}
          text={words.t(asset.kind === 'image' ? 'dropNewImage' : 'dropNewFile')}
          choose={words.t(file === undefined ? 'chooseNew' : 'chooseOther')}
          accept={asset.kind === 'image' ? 'image/*' : undefined}
          onFiles={([next]) => (chosen.value = next)}
        />
      </div>
    </Dialog>
  )
}

/** The image of a file that is not uploaded yet; files that the browser does not show have none. */
function ChosenImage({ file }: { file: File }) {
  const url = useSignal('')
  useEffect(() => {
    if (!file.type.startsWith('image/')) return undefined
    const own = URL.createObjectURL(file)
    url.value = own
    return () => URL.revokeObjectURL(own)
  }, [file])
  return <span class="asset-image">{url.value === '' ? null : <img src={url.value} alt="" />}</span>
}
