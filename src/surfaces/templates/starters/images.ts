// Written by scripts/illustrations/render.ts; change the renderings, not this list.

/** An image of the public templates as it lies in images/; sizes in px of the file, twice the size it is shown at. */
export interface StarterImage {
  file: string
  width: number
  height: number
  mime: 'image/png' | 'image/jpeg'
}

const listed: readonly StarterImage[] = [
  { file: 'cart-chat.png', width: 112, height: 112, mime: 'image/png' },
  { file: 'cart-hero.jpg', width: 1200, height: 600, mime: 'image/jpeg' },
  { file: 'cart-leaf.png', width: 112, height: 112, mime: 'image/png' },
  { file: 'cart-return.png', width: 112, height: 112, mime: 'image/png' },
  { file: 'cart-shades.png', width: 480, height: 480, mime: 'image/png' },
  { file: 'cart-tote.png', width: 480, height: 480, mime: 'image/png' },
  { file: 'digest-blocks.png', width: 216, height: 168, mime: 'image/png' },
  { file: 'digest-light.png', width: 216, height: 168, mime: 'image/png' },
  { file: 'digest-mark.png', width: 56, height: 56, mime: 'image/png' },
  { file: 'digest-talk.png', width: 216, height: 168, mime: 'image/png' },
  { file: 'digest-tide.png', width: 500, height: 240, mime: 'image/png' },
  { file: 'event-bridge.png', width: 224, height: 224, mime: 'image/png' },
  { file: 'event-cello.png', width: 224, height: 224, mime: 'image/png' },
  { file: 'event-clock.png', width: 224, height: 224, mime: 'image/png' },
  { file: 'event-oven.png', width: 224, height: 224, mime: 'image/png' },
  { file: 'event-pattern.png', width: 120, height: 120, mime: 'image/png' },
  { file: 'event-poster.png', width: 1200, height: 600, mime: 'image/png' },
  { file: 'launch-base.jpg', width: 600, height: 600, mime: 'image/jpeg' },
  { file: 'launch-dusk.jpg', width: 600, height: 600, mime: 'image/jpeg' },
  { file: 'launch-film.jpg', width: 1200, height: 676, mime: 'image/jpeg' },
  { file: 'launch-lamp.jpg', width: 1200, height: 1120, mime: 'image/jpeg' },
  { file: 'newsletter-lighthouse.png', width: 504, height: 380, mime: 'image/png' },
  { file: 'newsletter-path.png', width: 504, height: 380, mime: 'image/png' },
  { file: 'newsletter-train.jpg', width: 1072, height: 680, mime: 'image/jpeg' },
  { file: 'order-bowl.png', width: 168, height: 168, mime: 'image/png' },
  { file: 'order-mug.png', width: 168, height: 168, mime: 'image/png' },
  { file: 'order-vase.png', width: 168, height: 168, mime: 'image/png' },
  { file: 'order-wordmark.png', width: 300, height: 72, mime: 'image/png' },
  { file: 'order-wordmark-dark.png', width: 300, height: 72, mime: 'image/png' },
  { file: 'reset-keyhole.png', width: 176, height: 176, mime: 'image/png' },
  { file: 'reset-keyhole-dark.png', width: 176, height: 176, mime: 'image/png' },
  { file: 'reset-mark.png', width: 56, height: 56, mime: 'image/png' },
  { file: 'reset-mark-dark.png', width: 56, height: 56, mime: 'image/png' },
  { file: 'welcome-basket.png', width: 144, height: 144, mime: 'image/png' },
  { file: 'welcome-mark.png', width: 88, height: 88, mime: 'image/png' },
  { file: 'welcome-plate.png', width: 144, height: 144, mime: 'image/png' },
  { file: 'welcome-pot.png', width: 144, height: 144, mime: 'image/png' },
  { file: 'welcome-table.jpg', width: 1200, height: 680, mime: 'image/jpeg' },
]

/** The images by file name; documents name them `/cdn/starters/<file>`. */
export const starterImages: ReadonlyMap<string, StarterImage> = new Map(listed.map((image) => [image.file, image]))
