/**
 * Images: how they come into an email (drop, paste, upload, library, address), and how they are cut to shape without
 * touching the file. Uses the bridge and the fields. Start at image-control.tsx; what is cut is pure in cropping.ts.
 */
export { type ImageControlProps, ImageControl } from './image-control.tsx'
export { LibraryDialog } from './library-dialog.tsx'
export { type Picked, pickAsset, imageOf } from './picked.ts'
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
