/**
 * What the CDN host answers: signed temporary files of exports, and the images of the starter templates. Needs no API
 * key. May ask exports for files; images come through the function it is given. Start at routes.ts.
 */
export { type DeliveryParts, type StaticImage, deliveryRoutes } from './routes.ts'
