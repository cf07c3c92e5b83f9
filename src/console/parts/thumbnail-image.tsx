import { useRef } from 'preact/hooks'

interface ThumbnailImageProps {
  url: string
  /** Requested after a failure, where the thumbnail may be refused for good. */
  fallbackUrl?: string
  width: number
  height: number
  onLoad?: () => void
}

/** Pauses before an image is requested again, in milliseconds: a busy service refuses images for some seconds. */
const pausesMs = [2000, 5000, 10_000]

/** The thumbnail of a template or an asset, without alternative text, since the name is next to it. */
export function ThumbnailImage({ url, fallbackUrl = url, width, height, onLoad }: ThumbnailImageProps) {
  const failures = useRef(0)
  return (
    <img
      src={url}
      alt=""
      draggable={false}
      loading="lazy"
      decoding="async"
      width={width}
      height={height}
      onLoad={() => onLoad?.()}
      onError={({ currentTarget: image }) => {
        const pauseMs = pausesMs[failures.current++]
        if (pauseMs !== undefined) setTimeout(() => image.isConnected && (image.src = fallbackUrl), pauseMs)
      }}
    />
  )
}
