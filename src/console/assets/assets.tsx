/** The library of images and files. Calls `/v1/assets`. Start at asset-grid.tsx, then asset-dialog.tsx. */
import { useEffect, useRef } from 'preact/hooks'
import { Button, EmptyState } from '../../ui/controls/index.ts'
import { libraryIcon, searchIcon, uploadIcon } from '../../ui/icons/index.ts'
import type { Asset, AssetUsage } from '../api/index.ts'
import { useConsole } from '../context.ts'
import { useLatest } from '../latest.ts'
import { CsvButton, FileButton, FileDrop, Listed, usePages } from '../parts/index.ts'
import { mayEdit } from '../start.ts'
import { AssetBar } from './asset-bar.tsx'
import { AssetDialog } from './asset-dialog.tsx'
import { AssetGrid } from './asset-grid.tsx'
import { everything, filterQuery, filterUrl, readFilter } from './filter.ts'
import { UploadPanel } from './upload-panel.tsx'
import { addFiles, ended } from './uploads.ts'
import { usePageDrop } from './use-page-drop.ts'
import { words } from './words.ts'

/** Near the number of images that the CDN renders at once for one client (`cdnRenders`). */
const pageSize = 24

export function Assets() {
  const console = useConsole()
  const { api, router, start } = console
  const { query } = router.url.value
  const filter = readFilter(query)
  const list = usePages<Asset>('/assets', { ...filterQuery(filter), limit: pageSize })
  const usage = useLatest((signal) => api.value.get<AssetUsage>('/assets/usage', { signal }), [])
  const reload = () => {
    list.reload()
    usage.reload()
  }
  useAfterUploads(reload)
  const isEditor = mayEdit(start)
  const upload = (files: readonly File[]) => addFiles(files, console)
  const isOver = usePageDrop(isEditor, upload)
  const shown = query.get('asset')
  const hasFilter = filter.q !== '' || filter.kind !== ''
  const isEmpty = list.value?.length === 0 && !hasFilter
  return (
    <div class="page" lang="en" dir="ltr">
      <header class="page-head">
        <h1>{words.t('title')}</h1>
        <div class="row">
          <CsvButton of={list} name="assets" omit={['placeholder']} />
          {isEditor && !isEmpty ? (
            <FileButton multiple variant="primary" icon={uploadIcon} choose={words.t('choose')} onFiles={upload} />
          ) : null}
        </div>
        {usage.value === undefined || isEmpty ? null : (
          <p class="soft asset-usage">
            {printUsage(usage.value)} {isEditor ? words.t('dropAnywhere') : ''}
          </p>
        )}
      </header>
      <UploadPanel />
      {isEmpty ? null : (
        <AssetBar
          filter={filter}
          onChange={(change) => router.go(filterUrl({ ...filter, ...change }), { replace: change.q !== undefined })}
        />
      )}
      <Listed
        of={list}
        empty={
          hasFilter ? (
            <EmptyState icon={searchIcon} title={words.t('noMatch')}>
              <Button onClick={() => router.go(filterUrl(everything))}>{words.t('showAll')}</Button>
            </EmptyState>
          ) : isEditor ? (
            <FileDrop
              multiple
              title={words.t('drop')}
              text={words.t('dropText')}
              choose={words.t('choose')}
              onFiles={upload}
            />
          ) : (
            <EmptyState icon={libraryIcon} title={words.t('none')} text={words.t('noneText')} />
          )
        }
      >
        {(assets) => (
          <AssetGrid assets={assets} hasMore={list.hasMore} onOpen={({ id }) => router.go(filterUrl(filter, id))} />
        )}
      </Listed>
      {isOver && !isEmpty ? (
        <p class="asset-drop">
          <b>{words.t('dropNow')}</b>
        </p>
      ) : null}
      {shown === null ? null : (
        <AssetDialog key={shown} id={shown} onChange={reload} onClose={() => router.go(filterUrl(filter))} />
      )}
    </div>
  )
}

/** Calls `run` when files were uploaded while the section is open. */
function useAfterUploads(run: () => void): void {
  const atStart = useRef(ended.peek())
  const count = ended.value
  useEffect(() => {
    if (count === atStart.current) return
    atStart.current = count
    run()
  }, [count])
}

function printUsage({ bytes, count, limit_bytes: limit }: AssetUsage): string {
  const size = words.bytes(bytes)
  return limit === null
    ? words.t('usage', { count, size })
    : words.t('usageOf', { count, size, limit: words.bytes(limit) })
}
