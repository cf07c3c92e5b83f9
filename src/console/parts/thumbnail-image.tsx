import { useEffect, useRef } from 'preact/hooks'
import { takeImageSlot } from './image-slots.ts'

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

/** Images that fly past while the page scrolls are not requested, ms. */
const settleMs = 120

let scrolledAt = -Infinity
addEventListener('scroll', () => (scrolledAt = performance.now()), { passive: true })

/** The thumbnail of a template or an asset, without alternative text, since the name is next to it. */
export function ThumbnailImage({ url, fallbackUrl = url, width, height, onLoad }: ThumbnailImageProps) {
  const image = useRef<HTMLImageElement>(null)
  useEffect(() => (image.current === null ? undefined : loadInView(image.current, { url, fallbackUrl })), [url])
  return (
    <img
      ref={image}
      alt=""
      draggable={false}
      decoding="async"
      width={width}
      height={height}
      onLoad={() => onLoad?.()}
    />
  )
}

/** Loads the image once it is near the window and a slot is free; returns the function that ends that. */
function loadInView(image: HTMLImageElement, { fallbackUrl, url }: { url: string; fallbackUrl: string }): () => void {
  let failures = 0
  let pause: ReturnType<typeof setTimeout> | undefined
  let free = () => {}
  const load = (from: string) => {
    free = takeImageSlot(() => (image.src = from))
  }
  const finish = () => free()
  const fail = () => {
    free()
    const pauseMs = pausesMs[failures++]
    if (pauseMs !== undefined) pause = setTimeout(() => load(fallbackUrl), pauseMs)
  }
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (entry?.isIntersecting !== true) return
      observer.disconnect()
      if (performance.now() - scrolledAt < settleMs) pause = setTimeout(() => load(url), settleMs)
      else load(url)
    },
    { rootMargin: '300px' },
  )
  image.addEventListener('load', finish)
  image.addEventListener('error', fail)
  observer.observe(image)
  return () => {
    observer.disconnect()
    clearTimeout(pause)
    image.removeEventListener('load', finish)
    image.removeEventListener('error', fail)
    // A request that nobody waits for would keep its connection.
    if (!image.complete) image.removeAttribute('src')
    free()
  }
}
