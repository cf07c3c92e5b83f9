import { useEffect } from 'preact/hooks'
import { useConsole } from '../../context.ts'
import { useLatest } from '../../latest.ts'
import { Loaded } from '../../parts/index.ts'
import { words } from './words.ts'

interface PreviewImageProps {
  /** Of a thumbnail. */
  path: string
  /** Loads the image again when it changes. */
  of: number | string
  query: Record<string, string | number>
  label?: string
}

/** An email as an image by the renderer, on the stage of its device. */
export function PreviewImage({ label = words.t('image'), of, path, query }: PreviewImageProps) {
  const { api } = useConsole()
  const image = useLatest(
    async (signal) => URL.createObjectURL(await api.value.download(path, { query, signal })),
    [path, JSON.stringify(query), of],
  )
  const url = image.value
  useEffect(() => () => (url === undefined ? undefined : URL.revokeObjectURL(url)), [url])
  const isPhone = query['device'] === 'mobile'
  return (
    <div class={`details-image${isPhone ? ' details-phone' : ''}`} aria-busy={image.isLoading}>
      <Loaded from={image}>{(loaded) => <img src={loaded} alt={label} />}</Loaded>
    </div>
  )
}
