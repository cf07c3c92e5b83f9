import { findTags } from './find-tags.ts'

/** A text whose tags are replaced by words that every tool leaves alone. */
export interface HiddenTags {
  text: string
  /** How many tags are hidden. */
  count: number
  /** Whether a piece of the text holds a hidden tag. */
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
