import { useSignal } from '@preact/signals'
import { useMemo, useRef } from 'preact/hooks'
import { Button, IconButton, Spinner } from '../../ui/controls/index.ts'
import { type FieldIds, TextInput } from '../../ui/fields/index.ts'
import { cropIcon, libraryIcon, linkedIcon, trashIcon, uploadIcon } from '../../ui/icons/index.ts'
import type { PanelProps } from '../fields/index.ts'
import { CropDialog } from './crop-dialog.tsx'
import { isOwnImage, thumbnailUrl } from './cropping.ts'
import { LibraryDialog } from './library-dialog.tsx'
import { hasHostPicker, pickFromHost } from './host-picker.ts'
import { type PickedImage, imageOf } from './picked-image.ts'
import { createUploader, imageFileOf, imageTypes, mayUpload } from './upload.ts'

export interface ImageControlProps extends PanelProps {
  ids: FieldIds
  label: string
  value: unknown
  onPick: (picked: PickedImage) => void
  disabled: boolean
}

/** An image: dropped, pasted, uploaded, chosen from the library or given by its URL; can be cropped and removed. */
export function ImageControl(props: ImageControlProps) {
  const { editor, words, ids, value, onPick, disabled } = props
  const { t } = words
  const uploader = useMemo(() => createUploader(props), [])
  const open = useSignal<'library' | 'crop' | undefined>(undefined)
  const isOver = useSignal(false)
  const isAddressed = useSignal(false)
  const file = useRef<HTMLInputElement>(null)
  const { url, asset } = imageOf(editor.document.value, value)
  const state = uploader.state.value
  const take = async (chosen: File | undefined) => {
    const uploaded = await uploader.upload(chosen)
    if (uploaded !== undefined) onPick(uploaded)
  }
  const isPicking = useSignal(false)
  const choose = async () => {
    if (!hasHostPicker(editor)) return void (open.value = 'library')
    isPicking.value = true
    const picked = await pickFromHost(editor, url)
    isPicking.value = false
    if (picked === 'library') open.value = 'library'
    else if (picked !== undefined) onPick(picked)
  }
  const address = (src: string) => onPick({ src, operations: [], alt: undefined })
  return (
    <div
      class={`svc-image${isOver.value ? ' svc-over' : ''}`}
      onDragOver={(event) => {
        if (disabled) return
        event.preventDefault()
        isOver.value = true
      }}
      onDragLeave={() => (isOver.value = false)}
      onDrop={(event) => {
        event.preventDefault()
        isOver.value = false
        if (!disabled) void take(imageFileOf(event.dataTransfer))
      }}
      onPaste={(event) => {
        const pasted = imageFileOf(event.clipboardData)
        if (pasted === undefined || disabled) return
        event.preventDefault()
        void take(pasted)
      }}
    >
      {state.kind === 'busy' ? (
        <div class="svc-image-stage">
          <Spinner label={t('picture.uploading', { name: state.name })} />
        </div>
      ) : url === '' ? null : (
        <div class="svc-image-stage">
          <img
            src={thumbnailUrl(url, 480)}
            alt=""
            onError={({ currentTarget }) => {
              // If the operator requires signed URLs, fall back to the original.
              if (currentTarget.getAttribute('src') !== url) currentTarget.src = url
            }}
          />
        </div>
      )}
      <div class="svc-image-tools">
        {mayUpload(editor) ? (
          <Button
            dense
            icon={uploadIcon}
            disabled={disabled}
            tip={t('picture.drop')}
            onClick={() => file.current?.click()}
          >
            {t('picture.upload')}
          </Button>
        ) : null}
        <Button dense icon={libraryIcon} disabled={disabled} busy={isPicking.value} onClick={() => void choose()}>
          {t('picture.library')}
        </Button>
        {asset !== undefined && isOwnImage(asset.url) ? (
          <IconButton
            dense
            icon={cropIcon}
            label={t('picture.crop')}
            disabled={disabled}
            onClick={() => (open.value = 'crop')}
          />
        ) : null}
        <IconButton
          dense
          icon={linkedIcon}
          label={t('picture.address')}
          expanded={isAddressed.value}
          onClick={() => (isAddressed.value = !isAddressed.value)}
        />
        {url === '' ? null : (
          <IconButton
            dense
            danger
            icon={trashIcon}
            label={t('picture.remove')}
            disabled={disabled}
            onClick={() => address('')}
          />
        )}
      </div>
      {isAddressed.value ? (
        <TextInput
          id={ids.id}
          isCode
          label={t('picture.address')}
          value={url}
          placeholder="https://"
          describedBy={ids.describedBy}
          disabled={disabled}
          onChange={address}
        />
      ) : null}
      {state.kind === 'failed' ? (
        <p class="svc-error" role="alert">
          {state.message}
        </p>
      ) : null}
      <input
        ref={file}
        type="file"
        hidden
        accept={imageTypes}
        onChange={(event) => {
          void take(event.currentTarget.files?.[0])
          event.currentTarget.value = ''
        }}
      />
      {open.value === 'library' ? (
        <LibraryDialog
          editor={editor}
          words={words}
          onClose={() => (open.value = undefined)}
          onPick={(chosen) => {
            open.value = undefined
            onPick(chosen)
          }}
        />
      ) : null}
      {open.value === 'crop' && asset !== undefined ? (
        <CropDialog
          editor={editor}
          words={words}
          src={String(value)}
          asset={asset}
          onClose={() => (open.value = undefined)}
          onPick={(picked) => {
            open.value = undefined
            onPick(picked)
          }}
        />
      ) : null}
    </div>
  )
}
