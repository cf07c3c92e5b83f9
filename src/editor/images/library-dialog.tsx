import { useSignal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { Button, EmptyState, Spinner } from '../../ui/controls/index.ts'
import { TextInput } from '../../ui/fields/index.ts'
import { Icon, libraryIcon, searchIcon, uploadIcon, warningIcon } from '../../ui/icons/index.ts'
import { Dialog } from '../../ui/overlays/index.ts'
import type { ApiAsset } from '../bridge/index.ts'
import type { PanelProps } from '../fields/index.ts'
import { type PickedImage, pickAsset } from './picked-image.ts'
import { createUploader, imageFileOf, imageTypes, mayUpload } from './upload.ts'

interface SearchResult {
  assets: readonly ApiAsset[]
  cursor: string | null
  state: 'loading' | 'ready' | 'failed'
}

const pageSize = 36
const quietMs = 200

export function LibraryDialog(props: PanelProps & { onPick: (picked: PickedImage) => void; onClose: () => void }) {
  const { editor, words, onPick, onClose } = props
  const { t } = words
  const query = useSignal('')
  const found = useSignal<SearchResult>({ assets: [], cursor: null, state: 'loading' })
  const asked = useRef(0)
  const file = useRef<HTMLInputElement>(null)
  const uploader = useMemo(() => createUploader(props), [])
  const load = async (cursor?: string) => {
    const turn = ++asked.current
    found.value = { ...found.value, ...(cursor === undefined ? { assets: [] } : {}), state: 'loading' }
    try {
      const q = query.value.trim()
      const { data, nextCursor } = await editor.api.listAssets({
        limit: pageSize,
        ...(q === '' ? {} : { q }),
        ...(cursor === undefined ? {} : { cursor }),
      })
      // Ignores responses to an earlier query.
      if (turn !== asked.current) return
      const images = data.filter(({ mime }) => mime.startsWith('image/'))
      found.value = { assets: [...found.value.assets, ...images], cursor: nextCursor, state: 'ready' }
    } catch {
      if (turn === asked.current) found.value = { ...found.value, state: 'failed' }
    }
  }
  useEffect(() => {
    const timer = setTimeout(() => void load(), query.value === '' ? 0 : quietMs)
    return () => clearTimeout(timer)
  }, [query.value])
  const take = async (chosen: File | undefined) => {
    const uploaded = await uploader.upload(chosen)
    if (uploaded !== undefined) onPick(uploaded)
  }
  const isUploading = mayUpload(editor)
  const { assets, cursor, state } = found.value
  const upload = uploader.state.value
  return (
    <Dialog
      title={t('library.title')}
      size="large"
      onClose={onClose}
      aside={
        isUploading ? (
          <Button dense icon={uploadIcon} busy={upload.kind === 'busy'} onClick={() => file.current?.click()}>
            {t('picture.upload')}
          </Button>
        ) : undefined
      }
    >
      <div
        class="svc-library"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault()
          void take(imageFileOf(event.dataTransfer))
        }}
      >
        <TextInput
          type="search"
          autofocus
          label={t('library.search')}
          placeholder={t('library.search')}
          value={query.value}
          onChange={(text) => (query.value = text)}
          start={<Icon d={searchIcon} />}
        />
        {upload.kind === 'failed' ? (
          <p class="svc-error" role="alert">
            {upload.message}
          </p>
        ) : null}
        {assets.length > 0 ? (
          <ul class="svc-library-grid" aria-label={t('library.title')}>
            {assets.map((asset) => (
              <li key={asset.id}>
                <button type="button" class="svc-asset" onClick={() => onPick(pickAsset(asset))}>
                  <span class="svc-asset-stage">
                    <img src={asset.thumbnailUrl ?? asset.url} alt={asset.alt ?? ''} loading="lazy" />
                  </span>
                  <span class="svc-asset-name">{asset.name}</span>
                  <small>
                    {asset.width === null ? '' : `${asset.width} × ${asset.height} · `}
                    {words.bytes(asset.bytes)}
                  </small>
                </button>
              </li>
            ))}
          </ul>
        ) : null}
        {state === 'loading' ? (
          <div class="svc-library-more">
            <Spinner label={t('library.loading')} />
          </div>
        ) : state === 'failed' ? (
          <EmptyState icon={warningIcon} title={t('library.failed')}>
            <Button onClick={() => void load()}>{t('library.retry')}</Button>
          </EmptyState>
        ) : assets.length === 0 ? (
          <EmptyState
            icon={libraryIcon}
            title={query.value === '' ? t('library.empty') : t('library.nothing', { query: query.value })}
            {...(isUploading ? { text: t(query.value === '' ? 'library.emptyText' : 'library.nothingText') } : {})}
          />
        ) : cursor === null ? null : (
          <div class="svc-library-more">
            <Button onClick={() => void load(cursor)}>{t('library.more')}</Button>
          </div>
        )}
        <input
          ref={file}
          type="file"
          hidden
          accept={imageTypes}
          onChange={(event) => void take(event.currentTarget.files?.[0])}
        />
      </div>
    </Dialog>
  )
}
