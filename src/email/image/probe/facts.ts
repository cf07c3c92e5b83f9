/** Image properties that are read without decoding. */
export interface ImageFacts {
  format: ImageFormat
  /** Pixels after the orientation is applied. */
  width: number
  height: number
  /** EXIF orientation, 1 to 8; 1 is upright. */
  orientation: number
  /** 1 for a still image. */
  frames: number
  /** Pixels may be transparent. */
  hasAlpha: boolean
  color: 'gray' | 'rgb' | 'palette' | 'cmyk'
  /** Bits per channel. */
  depth: number
  /** Offset of the end of the image; trailing bytes are not part of it. */
  end: number
}

export type ImageFormat = 'jpeg' | 'png' | 'gif' | 'webp' | 'svg'

/** `problem` is a sentence. */
export type Probed = { facts: ImageFacts } | { problem: string }
