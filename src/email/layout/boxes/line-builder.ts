import type { ComputedStyle, TextStyle } from '../style/computed-style.ts'
import type { Block, InLine, Meaning } from './box.ts'

/** Collects inline content; white space collapses across element boundaries (CSS Text 3, section 4.1). */
export class LineBuilder {
  readonly #items: InLine[] = []
  readonly #state: { isAtSpace: boolean }

  constructor(_look: TextStyle, state = { isAtSpace: true }) {
    this.#state = state
  }

  text(text: string, computed: TextStyle, meaning: Meaning): void {
    if (!computed.isVisible) return
    const keeps = computed.whiteSpace.startsWith('pre')
    if (keeps && /[\n\r]/.test(text)) return this.#keptLines(text, computed, meaning)
    let words = text
    if (computed.whiteSpace === 'normal' || computed.whiteSpace === 'nowrap') {
      words = text.replace(/[ \t\n\r\f]+/g, ' ')
      if (this.#state.isAtSpace && words.startsWith(' ')) words = words.slice(1)
      if (words === '') return
      this.#state.isAtSpace = words.endsWith(' ')
    } else this.#state.isAtSpace = false
    if (words === '') return
    this.#items.push({ kind: 'words', text: transform(words, computed), computed, meaning })
  }

  break(computed: TextStyle): void {
    this.#items.push({ kind: 'break', computed })
    this.#state.isAtSpace = true
  }

  box(box: Block): void {
    this.#items.push(box)
    this.#state.isAtSpace = false
  }

  span({ computed, meaning }: { computed: ComputedStyle; meaning: Meaning }, fill: (inner: LineBuilder) => void): void {
    const inner = new LineBuilder(computed, this.#state)
    fill(inner)
    this.#items.push({ kind: 'span', computed, meaning, items: inner.#items })
  }

  /** Returns the content without trailing white space. */
  end(): InLine[] {
    trimEnd(this.#items)
    return this.#items
  }

  #keptLines(text: string, computed: TextStyle, meaning: Meaning): void {
    const lines = text.replace(/\r\n?/g, '\n').split('\n')
    for (const [index, line] of lines.entries()) {
      if (index > 0) this.break(computed)
      const words =
        computed.whiteSpace === 'pre-line' ? line.replace(/[ \t]+/g, ' ') : line.replaceAll('\t', '        ')
      if (words !== '') this.#items.push({ kind: 'words', text: transform(words, computed), computed, meaning })
    }
    this.#state.isAtSpace = false
  }
}

function trimEnd(items: InLine[]): void {
  for (let last = items.at(-1); last !== undefined; last = items.at(-1)) {
    if (last.kind === 'words' && last.computed.whiteSpace !== 'pre' && last.computed.whiteSpace !== 'pre-wrap') {
      const text = last.text.endsWith(' ') ? last.text.replace(/(?<! ) +$/, '') : last.text
      items.pop()
      if (text === '') continue
      items.push({ ...last, text })
    }
    return
  }
}

function transform(text: string, { transform: how }: TextStyle): string {
  if (how === 'uppercase') return text.toUpperCase()
  if (how === 'lowercase') return text.toLowerCase()
  return how === 'capitalize'
    ? text.replace(/(^|[\s\p{Pd}(])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())
    : text
}
