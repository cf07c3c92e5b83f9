import { useLayoutEffect, useRef } from 'preact/hooks'

/** The lines of a text, unseen behind the field, for their numbers and their height where they wrap. */
export function Lines({ text }: { text: string }) {
  const element = useRef<HTMLDivElement>(null)
  const known = useRef<string[]>([])
  useLayoutEffect(() => {
    const lines = text.split('\n')
    if (element.current !== null) showLines(element.current, { before: known.current, lines })
    known.current = lines
  }, [text])
  return <div ref={element} class="code-lines" aria-hidden="true" />
}

// Of a thousand lines one is typed in: the others stay.
function showLines(element: HTMLElement, { before, lines }: { before: string[]; lines: string[] }): void {
  const shorter = Math.min(before.length, lines.length)
  let start = 0
  while (start < shorter && before[start] === lines[start]) start++
  let end = 0
  while (end < shorter - start && before[before.length - 1 - end] === lines[lines.length - 1 - end]) end++
  const made = lines.slice(start, lines.length - end).map((line) => {
    const shown = document.createElement('div')
    shown.className = 'code-line'
    shown.textContent = line
    return shown
  })
  const gone = [...element.children].slice(start, before.length - end)
  const next = element.children[before.length - end] ?? null
  for (const old of gone) old.remove()
  const added = document.createDocumentFragment()
  added.append(...made)
  element.insertBefore(added, next)
}
