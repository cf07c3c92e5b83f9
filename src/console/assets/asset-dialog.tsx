import { useSignal } from '@preact/signals'
import { Button } from '../../ui/controls/index.ts'
import { Field, TextInput } from '../../ui/fields/index.ts'
import { Dialog } from '../../ui/overlays/index.ts'
import type { Asset } from '../api/index.ts'
import { useConsole } from '../context.ts'
import { useLatest } from '../latest.ts'
import { LabelledText, Loaded, useCall } from '../parts/index.ts'
import { mayEdit } from '../start.ts'
import { AssetImage, factsOf } from './asset-grid.tsx'
import { AssetUses } from './asset-uses.tsx'
import { DeleteAsset } from './delete-asset.tsx'
import { FocalPoint, type Point } from './focal-point.tsx'
import { ReplaceAsset } from './replace-asset.tsx'
import { words } from './words.ts'

interface AssetDialogProps {
  id: string
  onClose: () => void
  onChange: () => void
}

/** What was changed and is not saved. */
interface Typed {
  name?: string
  alt?: string
  focal?: Point
}

/** One asset: image with focal point, name, alternative text, URL, and what uses it. */
export function AssetDialog({ id, onChange, onClose }: AssetDialogProps) {
  const { api, start, toaster } = useConsole()
  const asset = useLatest((signal) => api.value.get<Asset>(`/assets/${id}`, { signal }), [id])
  const typed = useSignal<Typed>({})
  const isDeleting = useSignal(false)
  const isReplacing = useSignal(false)
  const save = useCall<void>()
  const isEditor = mayEdit(start)
  if (isDeleting.value && asset.value !== undefined)
    return (
      <DeleteAsset
        asset={asset.value}
        onCancel={() => (isDeleting.value = false)}
        onDeleted={() => {
          onClose()
          onChange()
        }}
      />
    )
  if (isReplacing.value && asset.value !== undefined)
    return (
      <ReplaceAsset
        asset={asset.value}
        onCancel={() => (isReplacing.value = false)}
        onReplaced={onClose}
        onChange={onChange}
      />
    )
  const store = () =>
    save.run(async () => {
      const { alt, focal, name } = typed.value
      const body = {
        ...(name === undefined ? {} : { name }),
        ...(alt === undefined ? {} : { alt: alt || null }),
        ...(focal === undefined ? {} : { focal_point: focal }),
      }
      if (Object.keys(body).length > 0) {
        const stored = await api.value.put<Asset>(`/assets/${id}`, body)
        toaster.show(words.t('saved', { name: stored.name }))
        onChange()
      }
      onClose()
    })
  return (
    <Dialog
      title={asset.value?.name ?? words.t('title')}
      size="medium"
      onClose={onClose}
      actions={
        isEditor && asset.value !== undefined ? (
          <>
            <Button variant="danger" onClick={() => (isDeleting.value = true)}>
              {words.t('delete')}
            </Button>
            <Button onClick={() => (isReplacing.value = true)}>{words.t('replaceFile')}</Button>
            <Button variant="primary" busy={save.isBusy} onClick={store}>
              {words.t('save')}
            </Button>
          </>
        ) : (
          <Button onClick={onClose}>{words.t('close')}</Button>
        )
      }
    >
      <div class="dialog-text asset-details" lang="en" dir="ltr">
        <Loaded from={asset}>
          {(value) => (
            <>
              {isEditor && value.kind === 'image' && value.width !== undefined ? (
                <FocalPoint
                  asset={value}
                  value={typed.value.focal === undefined ? (value.focal_point ?? null) : typed.value.focal}
                  onChange={(focal) => (typed.value = { ...typed.value, focal })}
                />
              ) : (
                <AssetImage asset={value} />
              )}
              <p class="soft">{factsOf(value)}</p>
              {isEditor ? (
                <AssetFields asset={value} typed={typed} onEnter={store} />
              ) : (
                <p>{value.alt ?? words.t('noAlt')}</p>
              )}
              <LabelledText label={words.t('url')} text={value.url} />
              <AssetUses id={id} />
            </>
          )}
        </Loaded>
      </div>
    </Dialog>
  )
}

interface AssetFieldsProps {
  asset: Asset
  typed: { value: Typed }
  onEnter: () => void
}

function AssetFields({ asset, onEnter, typed }: AssetFieldsProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    // The card that opened the dialog has the focus again before the key is released.
    event.preventDefault()
    onEnter()
  }
  return (
    <>
      <Field label={words.t('name')} layout="stack">
        {({ id }) => (
          <TextInput
            id={id}
            autofocus
            maxLength={200}
            value={typed.value.name ?? asset.name}
            onChange={(name) => (typed.value = { ...typed.value, name })}
            onKeyDown={onKeyDown}
          />
        )}
      </Field>
      {asset.kind === 'image' ? (
        <Field label={words.t('alt')} layout="stack" hint={words.t('altHint')}>
          {({ describedBy, id }) => (
            <TextInput
              id={id}
              describedBy={describedBy}
              maxLength={1000}
              value={typed.value.alt ?? asset.alt ?? ''}
              onChange={(alt) => (typed.value = { ...typed.value, alt })}
              onKeyDown={onKeyDown}
            />
          )}
        </Field>
      ) : null}
    </>
  )
}
