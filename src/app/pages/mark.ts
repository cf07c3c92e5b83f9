import { Html } from './html.ts'

// A closed envelope in two shapes: the flap in the accent color, the body in the text color, the fold as a gap between them.
const rendering = (flap: string, body: string) =>
  `<path d="M5 4h22a3 3 0 0 1 3 3v1.2L16 18 2 8.2V7a3 3 0 0 1 3-3z" fill="${flap}"/>` +
  `<path d="M2 11.4 16 21.2l14-9.8V25a3 3 0 0 1-3 3H5a3 3 0 0 1-3-3z" fill="${body}"/>`

/** The logo, in the colors of the page. Decorative: the adjacent text is the name. */
export const mark = new Html(
  `<svg class="mark" viewBox="0 0 32 32" width="28" height="28" aria-hidden="true" focusable="false">${rendering('var(--accent)', 'currentColor')}</svg>`,
)

/** The favicon, in colors that work on light and dark tab bars. */
export const icon: string = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${rendering('#d9492a', '#8c8479')}</svg>`,
)}`
