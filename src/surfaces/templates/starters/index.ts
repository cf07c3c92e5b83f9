/**
 * The public templates that every installation starts with: eight documents and their images, as data that defineStarter
 * completes.
 * To add one, write a file beside these and list it below.
 */
import { abandonedCart } from './abandoned-cart.ts'
import { eventInvitation } from './event-invitation.ts'
import { newsletter } from './newsletter.ts'
import { orderConfirmation } from './order-confirmation.ts'
import { passwordReset } from './password-reset.ts'
import { productLaunch } from './product-launch.ts'
import type { Starter } from './starter.ts'
import { weeklyDigest } from './weekly-digest.ts'
import { welcome } from './welcome.ts'

export { type StarterImage, starterImages } from './images.ts'
export type { Starter, StarterDocument } from './starter.ts'

/** In display order. */
export const starters: readonly Starter[] = [
  welcome,
  newsletter,
  productLaunch,
  orderConfirmation,
  passwordReset,
  eventInvitation,
  weeklyDigest,
  abandonedCart,
]
