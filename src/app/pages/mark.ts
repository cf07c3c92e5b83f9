import { Html } from './html.ts'

// A closed envelope in two flat pieces: the flap in the accent, the body in ink, the fold left open between them.
const rendering = (flap: string, body: string) =>
  `<path d="M5 4h22a3 3 0 0 1 3 3v1.2L16 18 2 8.2V7a3 3 0 0 1 3-3z" fill="${flap}"/>` +
  `<path d="M2 11.4 16 21.2l14-9.8V25a3 3 0 0 1-3 3H5a3 3 0 0 1-3-3z" fill="${body}"/>`

/** The mark of the product, in the colors of the page around it. Decoration: the word beside it carries the name. */
export const mark = new Html(
  `<svg class="mark" viewBox="0 0 32 32" width="28" height="28" aria-hidden="true" focusable="false">${rendering('var(--accent)', 'currentColor')}</svg>`,
)

/** The same as an icon for the browser's tab, in colors that hold on light and dark bars. */
export const icon: string = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${rendering('#d9492a', '#8c8479')}</svg>`,
)}`
