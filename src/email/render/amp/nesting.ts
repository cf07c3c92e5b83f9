const voids = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))
/** Elements that the next one of their kind ends. */
const selfEnding = new Set('dd dt li option p td th tr tbody'.split(' '))

/**
 * How deep elements are in each other in a page, and where they do first, as UTF-16 units from the beginning. An estimate
 * that takes time in proportion to the page: what a parser of HTML puts in or closes by itself is counted by its commonest rules.
 */
export function maxNestingDepth(html: string): { depth: number; at: number } {
  const open: string[] = []
  const maxDepth = { depth: 0, at: 0 }
  for (const tag of html.matchAll(/<(\/?)([a-zA-Z][\w-]*)/g)) {
    const name = (tag[2] ?? '').toLowerCase()
    if (voids.has(name)) continue
    if (tag[1] === '/') close(open, name)
    else {
      if (selfEnding.has(name) && open.at(-1) === name) open.pop()
      open.push(name)
      // A table holds a tbody even where none is written.
      const depth = open.length + tablesAround(open)
      if (depth > maxDepth.depth) Object.assign(maxDepth, { depth, at: tag.index })
      if (open.length > maxKeptDepth) break
    }
  }
  return maxDepth
}

/** Deeper than this nobody asks how deep. */
const maxKeptDepth = 200

// Only the nearest ones are looked through, as an end tag that fits nothing near is no end of anything.
function close(open: string[], name: string): void {
  const at = open.lastIndexOf(name)
  if (at >= 0 && open.length - at <= 20) open.length = at
}

function tablesAround(open: readonly string[]): number {
  return open.length < 40 ? 0 : open.filter((name) => name === 'table').length
}
