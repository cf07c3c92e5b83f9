/** An image as a PDF can hold it, by the address that the display list names. */
export type PdfImage = JpegImage | PixelImage

/** A JPEG that stands upright, of one or three channels; its bytes go in as they are. */
export interface JpegImage {
  src: string
  kind: 'jpeg'
  width: number
  height: number
  isGrey: boolean
  bytes: Uint8Array
}

/** Red, green, blue and alpha, a byte each, row by row. */
export interface PixelImage {
  src: string
  kind: 'pixels'
  width: number
  height: number
  pixels: Uint8Array
}
