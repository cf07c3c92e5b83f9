import { useEffect } from 'preact/hooks'
import { Spinner } from '../../ui/controls/index.ts'
import { ApiFailure, type Export } from '../api/index.ts'
import { useConsole } from '../context.ts'
import { useLatest } from '../latest.ts'
import { createSectionWords } from '../parts/index.ts'

const words = createSectionWords({
  painting: 'Painting the email …',
  noImage: 'This could not be shown as an image: {reason}',
})

export type Device = 'desktop' | 'mobile'

interface EmailImageProps {
  /** Members of the request of an export: `html`, or `document`. */
  of: Readonly<Record<string, unknown>>
  device: Device
  label: string
  /** Areas to frame, in px of a page that is `pageWidth` px wide. */
  marks?: readonly Mark[]
  pageWidth?: number
}

export interface Mark {
  x: number
  y: number
  width: number
  height: number
}

/** Exported as PNG, for what is not stored as a template and so has no thumbnail; the export is deleted at once. */
export function EmailImage({ device, label, marks = [], of, pageWidth = 640 }: EmailImageProps) {
  const { api } = useConsole()
  const image = useLatest(
    async (signal): Promise<{ url: string } | { reason: string }> => {
      const body = { ...of, format: 'png', options: { device, width: device === 'mobile' ? 750 : 1280 } }
      try {
        const { id } = await api.value.post<Export>('/export', body, { signal })
        const file = await api.value.download(`/export/${id}/download`, { signal })
        await api.value.remove(`/export/${id}`)
        return { url: URL.createObjectURL(file) }
      } catch (error) {
        if (error instanceof ApiFailure) return { reason: error.message }
        throw error
      }
    },
    [of['html'], of['document'], device],
  )
  const shown = image.value
  const url = shown !== undefined && 'url' in shown ? shown.url : undefined
  useEffect(() => () => (url === undefined ? undefined : URL.revokeObjectURL(url)), [url])
  if (shown !== undefined && 'reason' in shown)
    return <p class="bad words">{words.t('noImage', { reason: shown.reason })}</p>
  return (
    <div class={`details-image${device === 'mobile' ? ' details-phone' : ''}`} aria-busy={image.isLoading}>
      {url === undefined ? (
        <Spinner label={words.t('painting')} />
      ) : (
        <div class="email-image">
          <img src={url} alt={label} />
          {marks.map((mark) => (
            <span key={`${mark.x} ${mark.y}`} class="email-image-mark" style={placeOf(mark, pageWidth)} />
          ))}
        </div>
      )}
    </div>
  )
}

/** The image is as wide as its container, whose unit is `cqw`. */
function placeOf({ height, width, x, y }: Mark, pageWidth: number) {
  const [left, top, wide, high] = [x, y, width, height].map((px) => `${(px / pageWidth) * 100}cqw`)
  return { left, top, width: wide, height: high }
}
