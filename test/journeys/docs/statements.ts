/** The shell blocks of a page of documentation, cut into statements, each with what the page says it prints. */

export interface Statement {
  /** Where it begins in the page, from 1. */
  line: number
  source: string
  /** What the comments beside and below it show, when they show output and not a thought. */
  prints?: string
}

const fence = /^```sh\n(.*?)^```$/gms

/** All statements of the ```sh blocks of a page, in their order. */
export function readStatements(page: string): Statement[] {
  return [...page.matchAll(fence)].flatMap((block) => {
    const firstLine = page.slice(0, block.index).split('\n').length + 1
    return statementsOf(block[1] ?? '', firstLine)
  })
}

/** Says whether what was printed is what the page shows, where `…` and times may be anything, and breaks are as spaces. */
export function isAsShown(shown: string, printed: string): boolean {
  const pieces = folded(shown).split(/ ?… ?|\d{4}-\d\d-\d\dT[\d:.]+Z/)
  return new RegExp(`^${pieces.map(RegExp.escape).join('.*')}$`).test(folded(printed))
}

function folded(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ')
}

function statementsOf(block: string, firstLine: number): Statement[] {
  const statements: Statement[] = []
  let begun: { line: number; source: string } | undefined
  for (const [index, text] of block.split('\n').entries()) {
    const line = firstLine + index
    if (begun === undefined && text.startsWith('#')) {
      show(statements.at(-1), text)
      continue
    }
    if (begun === undefined && text.trim() === '') continue
    begun = begun === undefined ? { line, source: text } : { ...begun, source: `${begun.source}\n${text}` }
    const { isComplete, comment } = scan(begun.source)
    if (!isComplete) continue
    statements.push(begun)
    show(statements.at(-1), comment)
    begun = undefined
  }
  if (begun !== undefined) throw new Error(`Line ${begun.line} begins a command that does not end.`)
  return statements
}

/** A comment that begins like JSON, or with an ellipsis, is output; any other is said to the reader. */
function show(statement: Statement | undefined, comment: string): void {
  const text = comment.replace(/^# ?/, '')
  if (statement === undefined || !/^(?:[["{…]|\d+$)/.test(text)) return
  statement.prints = statement.prints === undefined ? text : `${statement.prints}\n${text}`
}

/** True if quotes are closed and no line goes on, and the comment at the end. Knows no here-documents. */
function scan(source: string): { isComplete: boolean; comment: string } {
  let quote = ''
  for (let at = 0; at < source.length; at++) {
    const letter = source[at] ?? ''
    if (quote === "'") quote = letter === "'" ? '' : quote
    else if (letter === '\\') at++
    else if (letter === quote) quote = ''
    else if (quote === '' && (letter === "'" || letter === '"')) quote = letter
    else if (quote === '' && letter === '#' && /\s/.test(source[at - 1] ?? ' '))
      return { isComplete: !source.slice(at).includes('\n'), comment: source.slice(at) }
  }
  return { isComplete: quote === '' && !source.endsWith('\\'), comment: '' }
}
