/** What is known of an image without decoding it. */
export interface ImageFacts {
  format: ImageFormat
  /** Pixels as the image is shown: its orientation applied. */
  width: number
  height: number
  /** How EXIF says it has to be turned, 1 to 8; 1 for upright. */
  orientation: number
  /** Images in an animation; 1 for a still one. */
  frames: number
  /** Some of it may be transparent. */
  hasAlpha: boolean
  colour: 'grey' | 'rgb' | 'palette' | 'cmyk'
  /** Bits of one channel. */
  depth: number
  /** Where the image ends; whatever follows is not part of it. */
  end: number
}

export type ImageFormat = 'jpeg' | 'png' | 'gif' | 'webp' | 'svg'

/** What looking at an image found: its facts, or what is wrong with it as a sentence. */
export type Probed = { facts: ImageFacts } | { problem: string }
