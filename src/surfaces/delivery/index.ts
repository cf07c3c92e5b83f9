/**
 * The responses of the CDN host: assets and their image variants, signed temporary files of exports, the images of the
 * starter templates, and the marks of networks. Needs no API key. May import assets and exports for files.
 * Start at routes.ts, then images/.
 */
export { createCountdowns } from './countdowns.ts'
export { type ImageDeps, type Images, createImages } from './images/images.ts'
export { readSocialIcon } from './social-icons.ts'
export { type DeliveryDeps, type StaticImage, deliveryRoutes } from './routes.ts'
