export interface Table {
  readonly delimiter: string
  /** Parses the rows anew on each call; only one of them is held in memory. */
  rows(): Iterable<readonly string[]>
}

const delimiters = [',', ';', '\t', '|'] as const
const sampled = 20
const maxCellLength = 10_000

/**
 * Opens a table (RFC 4180, leniently): quoted cells may contain line breaks, and empty lines are skipped. Parsing takes
 * linear time.
 */
export function openTable(text: string): Table {
  const delimiter = guessDelimiter(text)
  return { delimiter, rows: () => readRows(text, delimiter) }
}

function* readRows(text: string, delimiter: string): Generator<readonly string[], void, void> {
  let row: string[] = []
  for (let at = 0; at < text.length;) {
    const { cell, next } = text.charAt(at) === '"' ? readQuoted(text, at, delimiter) : readPlain(text, at, delimiter)
    row.push(cell.slice(0, maxCellLength))
    const ends = text.charAt(next)
    at = next + (ends === '\r' && text.charAt(next + 1) === '\n' ? 2 : 1)
    // A trailing delimiter adds an empty cell.
    if (ends === delimiter && at >= text.length) row.push('')
    if (ends === delimiter && at < text.length) continue
    if (row.some((cell) => cell.trim() !== '')) yield row
    row = []
  }
}

interface Cell {
  readonly cell: string
  /** Index of the character that ends the cell. */
  readonly next: number
}

function readPlain(text: string, from: number, delimiter: string): Cell {
  let next = from
  for (; next < text.length; next++) {
    const character = text.charAt(next)
    if (character === delimiter || character === '\n' || character === '\r') break
  }
  return { cell: text.slice(from, next), next }
}

function readQuoted(text: string, from: number, delimiter: string): Cell {
  let cell = ''
  for (let at = from + 1; ;) {
    const quote = text.indexOf('"', at)
    // An unclosed quote is a literal character.
    if (quote === -1) return readPlain(text, from, delimiter)
    cell += text.slice(at, quote)
    if (text.charAt(quote + 1) !== '"') {
      const { cell: rest, next } = readPlain(text, quote + 1, delimiter)
      return { cell: cell + rest, next }
    }
    cell += '"'
    at = quote + 2
  }
}

// The delimiter that splits the first lines most evenly; a comma if none does, which leaves one cell per line.
function guessDelimiter(text: string): string {
  // Quoted text does not count.
  const bare = text.slice(0, 64 * 1024).replaceAll(/"(?:[^"]|"")*"/g, '""')
  const lines = bare
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, sampled)
  const scored = delimiters.map((delimiter) => {
    const counts = lines.map((line) => line.split(delimiter).length - 1)
    return { delimiter, score: Math.min(...counts), max: Math.max(0, ...counts) }
  })
  const best = scored.toSorted((one, other) => other.score - one.score || other.max - one.max)[0]
  return best !== undefined && best.max > 0 ? best.delimiter : ','
}
