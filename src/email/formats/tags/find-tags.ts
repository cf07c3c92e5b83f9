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
 * `${…}`, `[[…]]`, `{$…}`, `#…#`, `@…@` and their kin. It knows no system by name: what looks like a tag of any is one. In
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
