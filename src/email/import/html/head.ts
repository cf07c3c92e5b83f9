import type { Sheet } from '../css/parse-sheet.ts'
import { readFont, readLength } from '../css/values.ts'
import { restoreTags } from '../tags/extracted.ts'
import { withoutBlanks, type Element, findElement, textOf, walkElements } from '../tree/dom.ts'
import type { Page } from './page.ts'
import { writtenText } from './written.ts'

/** Metadata from the head and the hidden text at the beginning. */
export interface EmailMeta {
  title?: string
  preheader?: string
  lang?: string
  dir?: 'ltr' | 'rtl'
}

const locale = /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/

export function readMeta(page: Pick<Page, 'tags'>, root: Element): EmailMeta {
  const html = findElement(root, ({ name }) => name === 'html')
  const body = findElement(root, ({ name }) => name === 'body')
  const titled = findElement(root, ({ name }) => name === 'title')
  const meta: EmailMeta = {}
  const title =
    titled === undefined ? '' : restoreTags(textOf(titled), page.tags).replace(/\s+/g, ' ').trim().slice(0, 1000)
  if (title !== '') meta.title = title
  const lang = html?.attributes['lang'] ?? html?.attributes['xml:lang'] ?? body?.attributes['lang']
  if (lang !== undefined && lang.length <= 35 && locale.test(lang)) meta.lang = lang
  const dir = (html?.attributes['dir'] ?? body?.attributes['dir'])?.toLowerCase()
  if (dir === 'rtl' || dir === 'ltr') meta.dir = dir
  return meta
}

/** Removes the preview text from the body: hidden words before all visible content. Undefined if there are none. */
export function takePreheader(page: Page, body: Element): string | undefined {
  let found: { element: Element; text: string } | undefined
  let isOver = false
  walkElements(body, (element) => {
    if (isOver || found !== undefined) return false
    if (element.name === 'img') isOver = true
    if (
      element.children.some((child) => child.kind === 'text' && withoutBlanks(child.text) !== '') ||
      isHiddenText(page, element)
    ) {
      const text = isHiddenText(page, element) ? withoutBlanks(textOf(element)) : ''
      if (
        text !== '' &&
        text.length <= 1500 &&
        findElement(element, ({ name }) => name === 'img' || name === 'a') === undefined
      )
        found = { element, text }
      else if (!isHiddenText(page, element)) isOver = true
      return false
    }
    return true
  })
  if (found === undefined) return undefined
  const { element } = found
  const fullText = writtenText(page, element)
  const written = fullText === undefined ? undefined : withoutBlanks(fullText)
  if (written === undefined || written.length > 2000) return undefined
  const siblings = element.parent?.children ?? []
  siblings.splice(siblings.indexOf(element), 1)
  return written
}

function isHiddenText(page: Page, element: Element): boolean {
  const { base, narrow } = page.cascade.styleOf(element)
  if (narrow?.['display'] !== undefined && narrow['display'] !== 'none') return false
  const isZero = (name: string) => /^0*(?:\.0*[1-9]?)?(?:px|em|%)?$/.test(base[name] ?? '?')
  return (
    base['display'] === 'none' ||
    base['mso-hide'] === 'all' ||
    (isZero('max-height') && base['overflow'] === 'hidden') ||
    (isZero('font-size') && !hasVisibleFontSize(page, element)) ||
    (base['font-size'] === '1px' && (isZero('opacity') || isZero('max-height'))) ||
    (base['visibility'] === 'hidden' && isZero('opacity'))
  )
}

// Cells around columns have a font size of 0, which avoids gaps between the columns; their contents set a size again.
function hasVisibleFontSize(page: Page, element: Element): boolean {
  const isVisibleSize = (one: Element) => (readLength(page.cascade.styleOf(one).base['font-size']) ?? 0) > 1
  return findElement(element, isVisibleSize) !== undefined
}

/** `href` is the URL of its style sheet. */
export interface WebFont {
  family: string
  href: string
}

/** Web fonts that the head loads from Google and similar services. */
export function readWebFonts(root: Element, sheets: readonly Sheet[]): WebFont[] {
  const addresses = sheets.flatMap((sheet) => sheet.imports)
  walkElements(root, ({ name, attributes }) => {
    if (name === 'link' && /stylesheet/i.test(attributes['rel'] ?? '')) addresses.push(attributes['href'] ?? '')
    return true
  })
  return addresses.flatMap((address) => {
    const href = address
      .trim()
      .replace(/^\/\//, 'https://')
      .replace(/^http:/, 'https:')
    if (!/^https:\/\/[^\s"'<>()\\;{}]+$/.test(href) || href.length > 2000) return []
    const families = [...href.matchAll(/[?&]family=([^&]+)/g)].flatMap((match) => decoded(match[1] ?? '').split('|'))
    return families.flatMap((family) => {
      const name = readFont((family.split(':')[0] ?? '').replaceAll('+', ' '))
      return name === undefined ? [] : [{ family: name.replaceAll("'", ''), href }]
    })
  })
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Adds the web fonts to the theme and refers to them by name in every style that uses them. */
export function nameFonts(document: Record<string, unknown>, fonts: readonly WebFont[]): Record<string, unknown> {
  if (fonts.length === 0) return {}
  const named: Record<string, { family: string; fallback: string; href: string }> = {}
  const names = new Map<string, string>()
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit)
    else if (typeof value === 'object' && value !== null) {
      const record = value as Record<string, unknown>
      const stack = record['font']
      if (typeof stack === 'string') record['font'] = nameOf(stack)
      for (const [key, inner] of Object.entries(record)) if (key !== 'font') visit(inner)
    }
  }
  const nameOf = (stack: string): string => {
    const [first = '', ...rest] = stack.split(', ')
    const family = first.replaceAll("'", '')
    const font = fonts.find((one) => one.family.toLowerCase() === family.toLowerCase())
    if (font === undefined) return stack
    const known = names.get(stack)
    if (known !== undefined) return `$font.${known}`
    const base =
      family
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^[^a-z]+|-$/g, '') || 'web'
    const name = Object.hasOwn(named, base) ? `${base}-${names.size + 1}` : base
    names.set(stack, name)
    named[name] = {
      family: font.family,
      fallback: rest.length === 0 ? 'Arial, sans-serif' : rest.join(', '),
      href: font.href,
    }
    return `$font.${name}`
  }
  visit(document)
  return named
}
