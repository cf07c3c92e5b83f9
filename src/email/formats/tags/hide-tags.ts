import { Closings } from './closings.ts'
import { type TagForm, readForm } from './forms.ts'

export interface Tag {
  start: number
  end: number
  form: TagForm
}

// Every form begins with one of these.
const opening = /[{*%<[$#@_~]/g
const styleOpening = /<style(?=[\s/>])/iy
const styleClosing = /<\/style/gi

/**
 * Finds the tags of ESPs in HTML, in order and without overlap: `{{ … }}`, `{% … %}`, `*|…|*`, `%%…%%`, `<% … %>`,
 * `${…}`, `[[…]]`, `{$…}`, `#…#`, `@…@` and similar. Independent of the ESP: any text in the form of a tag counts. In
 * style elements, forms that are valid CSS are left out. Linear time.
 */
export function findTags(source: string): Tag[] {
  const tags: Tag[] = []
  const closings = new Closings(source)
  let styleEnd = 0
  opening.lastIndex = 0
  for (let match = opening.exec(source); match !== null; match = opening.exec(source)) {
    const start = match.index
    if (start >= styleEnd && match[0] === '<') styleEnd = endOfStyle(source, start)
    const read = readForm(source, start, { closings, isStyle: start < styleEnd })
    if (read === undefined) continue
    if (read.form !== 'none') tags.push({ start, end: read.end, form: read.form })
    opening.lastIndex = read.end
  }
  return tags
}

// Offset of the end of the style element that opens here; 0 if it is not closed.
function endOfStyle(source: string, start: number): number {
  styleOpening.lastIndex = start
  if (!styleOpening.test(source)) return 0
  styleClosing.lastIndex = start
  return styleClosing.exec(source)?.index ?? source.length
}

/** A text whose tags are replaced by placeholder words. */
export interface HiddenTags {
  text: string
  count: number
  /** True if the text contains a placeholder. */
  has(piece: string): boolean
  /** Replaces placeholders by their tags, byte for byte. */
  restore(text: string): string
}

const same = (text: string) => text

/**
 * Protects ESP tags from HTML and CSS tools. A placeholder is a word of lower-case letters and digits, which is valid
 * as text, as an attribute, in a URL and as a name in CSS. `isTag` selects the tags to hide; default: all.
 */
export function hideTags(source: string, isTag?: (tag: Tag) => boolean): HiddenTags {
  const found = findTags(source)
  const tags = isTag === undefined ? found : found.filter(isTag)
  if (tags.length === 0) return { text: source, count: 0, has: () => false, restore: same }
  const prefix = unusedPrefix(source)
  let text = ''
  let at = 0
  tags.forEach(({ start, end }, index) => {
    text += `${source.slice(at, start)}${prefix}${index}z`
    at = end
  })
  const word = new RegExp(`${prefix}(\\d{1,7})z`, 'g')
  return {
    text: text + source.slice(at),
    count: tags.length,
    has: (piece) => piece.includes(prefix),
    restore: (changed) =>
      changed.replace(word, (whole, index: string) => {
        const tag = tags[Number(index)]
        return tag === undefined ? whole : source.slice(tag.start, tag.end)
      }),
  }
}

function unusedPrefix(source: string): string {
  const lower = source.toLowerCase()
  for (let number = 0; ; number++) {
    const prefix = `svctag${number}x`
    if (!lower.includes(prefix)) return prefix
  }
}
