import { Closings } from './closings.ts'
import { type TagForm, readForm } from './forms.ts'

/** A tag of an ESP in its text. */
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
 * The tags that ESPs put into HTML, in order and without overlap: `{{ … }}`, `{% … %}`, `*|…|*`, `%%…%%`, `<% … %>`,
 * `${…}`, `[[…]]`, `{$…}`, `#…#`, `@…@` and their kin. It knows no system by name: anything in the form of a tag counts. In
 * style elements the forms that CSS could mean otherwise are left out. Takes linear time.
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

// Where the style element that opens here ends; 0 when none does.
function endOfStyle(source: string, start: number): number {
  styleOpening.lastIndex = start
  if (!styleOpening.test(source)) return 0
  styleClosing.lastIndex = start
  return styleClosing.exec(source)?.index ?? source.length
}

/** A text whose tags are replaced by words that every tool leaves alone. */
export interface HiddenTags {
  text: string
  /** How many tags are hidden. */
  count: number
  /** True if a piece of the text holds a hidden tag. */
  has(piece: string): boolean
  /** Puts the tags back, byte for byte, wherever their words are now. */
  restore(text: string): string
}

const same = (text: string) => text

/**
 * Hides the tags of ESPs, so that HTML and CSS tools do not take them apart. A tag becomes a word of lower-case
 * letters and digits: that is text, an attribute, a part of an address and a name in CSS alike.
 */
export function hideTags(source: string): HiddenTags {
  const tags = findTags(source)
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
