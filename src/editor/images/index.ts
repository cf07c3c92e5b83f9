/**
 * Adds images to an email (drop, paste, upload, library, URL) and crops them without changing the file. Start at
 * image-control.tsx; cropping.ts computes the crop.
 */
export { type ImageControlProps, ImageControl } from './image-control.tsx'
export { LibraryDialog } from './library-dialog.tsx'
export { imageFileOf, messageOf } from './upload.ts'
export { type PickedImage, pickAsset, imageOf } from './picked-image.ts'
export {
  type Framing,
  type CropRange,
  cropRequest,
  framingOf,
  isOwnImage,
  isWhole,
  partFor,
  partOf,
  thumbnailUrl,
  wholeUrl,
  withSignature,
} from './cropping.ts'
