import type { AuthoredElement } from '../page/page.ts'
import { declarationFeatures } from './css-features.ts'

const elements = new Set(
  'abbr acronym address audio base bdi blockquote code del dfn dialog form hr link marquee meter object picture popover pre progress rp rt ruby select small strike svg textarea video wbr'.split(
    ' ',
  ),
)
const attributes = new Set(
  'aria-describedby aria-live background hidden loading popover srcset'.split(' ').map((name) => name),
)
const semantics = new Set(
  'article aside details figcaption figure footer header main mark nav section summary time'.split(' '),
)
const inputs = new Set(['checkbox', 'hidden', 'radio', 'reset', 'submit', 'text'])
const formats = 'apng avif bmp gif hdr heif ico jpg mp4 png svg tiff webp'.split(' ')

export function elementFeatures(
  { name, attributes: given, facts }: AuthoredElement,
  add: (slug: string) => void,
): void {
  if (elements.has(name)) add(`html-${name}`)
  if (semantics.has(name)) add('html-semantics')
  if (name === 'map' || given.has('usemap')) add('html-image-maps')
  if (name === 'input' && inputs.has(given.get('type') ?? 'text')) add(`html-input-${given.get('type') ?? 'text'}`)
  for (const attribute of given.keys()) {
    if (attribute === 'loading') add('html-loading-attribute')
    else if (attributes.has(attribute)) add(`html-${attribute}`)
  }
  for (const declaration of facts.declarations) declarationFeatures(declaration, add)
}

/** The feature of an image format, by its URL or type; undefined if neither determines it. */
export function imageFeature(address: string, mime?: string): string | undefined {
  if (address.startsWith('data:')) return 'image-base64'
  const named = mime
    ?.replace(/^image\//, '')
    .replace('jpeg', 'jpg')
    .replace('+xml', '')
  const path = address.split(/[?#]/, 1)[0] ?? ''
  const ending = path
    .slice(path.lastIndexOf('.') + 1)
    .toLowerCase()
    .replace('jpeg', 'jpg')
  const format = named ?? (path.lastIndexOf('.') > path.lastIndexOf('/') ? ending : '')
  return formats.includes(format) ? `image-${format}` : undefined
}
