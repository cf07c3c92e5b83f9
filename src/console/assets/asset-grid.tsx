import { useSignal } from '@preact/signals'
import { Icon, downloadIcon } from '../../ui/icons/index.ts'
import type { Asset } from '../api/index.ts'
import { LongGrid } from '../long/index.ts'
import { ThumbnailImage } from '../parts/index.ts'
import { words } from './words.ts'

interface AssetGridProps {
  assets: readonly Asset[]
  hasMore: boolean
  onOpen: (asset: Asset) => void
}

/** Assets with their images; each opens with its details. */
export function AssetGrid({ assets, hasMore, onOpen }: AssetGridProps) {
  return (
    <LongGrid class="asset-grid" label={words.t('title')} items={assets} hasMore={hasMore} keyOf={({ id }) => id}>
      {(asset, cell) => (
        <li {...cell}>
          <button type="button" class="asset" onClick={() => onOpen(asset)}>
            <AssetImage asset={asset} />
            <b>{asset.name}</b>
            <small>{factsOf(asset)}</small>
          </button>
        </li>
      )}
    </LongGrid>
  )
}

/** The image within 320 pixels, over its placeholder while it loads; an icon for files that browsers do not show. */
export function AssetImage({ asset: { kind, placeholder, url } }: { asset: Asset }) {
  const isLoaded = useSignal(false)
  const before = isLoaded.value || placeholder === undefined ? undefined : `url(${placeholder})`
  return (
    <span class="asset-image" style={{ backgroundImage: before }}>
      {kind === 'image' ? (
        <ThumbnailImage
          url={`${url}?w=320&h=320&fit=inside`}
          // With SVC_IMAGE_URLS=signed only the original needs no signature.
          fallbackUrl={url}
          width={320}
          height={240}
          onLoad={() => (isLoaded.value = true)}
        />
      ) : (
        <Icon d={downloadIcon} size={20} />
      )}
    </span>
  )
}

/** Size, then pixels or type. */
export function factsOf({ bytes, height, mime, width }: Asset): string {
  const shape = width === undefined || height === undefined ? mime : words.t('size', { width, height })
  return `${words.bytes(bytes)} · ${shape}`
}
