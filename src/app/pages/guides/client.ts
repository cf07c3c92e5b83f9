/** Browser script of the guides: the search box, and buttons that copy code. */
import MiniSearch from 'minisearch'
import { type SearchHit, findIn, searchOptions } from './search.ts'

/** Maximum number of results. */
const maxShown = 12

const input = document.querySelector<HTMLInputElement>('#docs-search')
const list = document.querySelector<HTMLUListElement>('#docs-found')
const status = document.querySelector<HTMLElement>('[role="status"]')
if (input !== null && list !== null && status !== null) startSearch(input, list, status)
showCurrentGuide()
for (const block of document.querySelectorAll<HTMLElement>('.code')) addCopyButton(block)

/** Scrolls only the list of guides, so that the page stays at its fragment. */
function showCurrentGuide(): void {
  const current = document.querySelector<HTMLElement>('.guides [aria-current]')
  const guides = current?.closest<HTMLElement>('.guides')
  if (current === null || guides === null || guides === undefined) return
  const below = current.getBoundingClientRect().bottom - guides.getBoundingClientRect().bottom
  if (below > 0) guides.scrollTop += below + guides.clientHeight / 2
}

function startSearch(box: HTMLInputElement, results: HTMLUListElement, announced: HTMLElement): void {
  let index: Promise<MiniSearch> | undefined
  let selected = -1
  /** The query of the displayed results. */
  let shownFor = ''

  const load = () => (index ??= loadIndex(box.dataset['index'] ?? ''))
  const options = () => [...results.children] as HTMLElement[]

  function select(position: number): void {
    const all = options()
    selected = all.length === 0 ? -1 : (position + all.length) % all.length
    all.forEach((option, at) => option.setAttribute('aria-selected', String(at === selected)))
    const option = all[selected]
    if (option === undefined) box.removeAttribute('aria-activedescendant')
    else {
      box.setAttribute('aria-activedescendant', option.id)
      option.scrollIntoView({ block: 'nearest' })
    }
  }

  function close(): void {
    results.hidden = true
    box.setAttribute('aria-expanded', 'false')
    box.removeAttribute('aria-activedescendant')
    announced.textContent = ''
  }

  async function search(): Promise<void> {
    const words = box.value.trim()
    if (words === '') {
      shownFor = ''
      results.replaceChildren()
      return close()
    }
    let found: SearchHit[]
    try {
      found = findIn(await load(), words)
    } catch {
      index = undefined
      announced.textContent = 'The search index cannot be loaded.'
      return
    }
    // The query has changed meanwhile.
    if (box.value.trim() !== words) return
    shownFor = words
    results.replaceChildren(...found.slice(0, maxShown).map(optionOf))
    results.hidden = found.length === 0
    box.setAttribute('aria-expanded', String(found.length > 0))
    announced.textContent = found.length === 0 ? `No results for “${words}”.` : `${found.length} found.`
    announced.classList.toggle('unseen', found.length > 0)
    select(0)
  }

  box.addEventListener('focus', () => void load().catch(() => (index = undefined)))
  box.addEventListener('input', () => void search())
  box.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (results.hidden) void search()
      else select(selected + (event.key === 'ArrowDown' ? 1 : -1))
    } else if (event.key === 'Enter') {
      event.preventDefault()
      const inNewTab = event.ctrlKey || event.metaKey
      if (shownFor === box.value.trim()) open(options()[selected], inNewTab)
      else void search().then(() => open(options()[selected], inNewTab))
    } else if (event.key === 'Escape') {
      if (results.hidden) box.value = ''
      close()
    }
  })
  results.addEventListener('pointerdown', (event) => event.preventDefault())
  results.addEventListener('click', (event) => {
    const option = (event.target as Element).closest<HTMLElement>('[role="option"]')
    open(option ?? undefined, event.ctrlKey || event.metaKey)
  })
  box.addEventListener('blur', close)
  document.addEventListener('keydown', (event) => {
    const typing = (event.target as Element).closest('input, textarea, select, [contenteditable]') !== null
    if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    box.focus()
    box.select()
  })
  if (document.activeElement === box) void search()

  function open(option: HTMLElement | undefined, inNewTab: boolean): void {
    const url = option?.dataset['url']
    if (url === undefined) return
    if (inNewTab) window.open(url, '_blank', 'noopener')
    else {
      close()
      box.blur()
      location.assign(url)
    }
  }
}

async function loadIndex(url: string): Promise<MiniSearch> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`The search index cannot be loaded: ${answer.status}`)
  return MiniSearch.loadJSONAsync(await answer.text(), searchOptions)
}

function optionOf({ kind, title, url, where, excerpt }: SearchHit, position: number): HTMLElement {
  const option = document.createElement('li')
  option.id = `docs-found-${position}`
  option.setAttribute('role', 'option')
  option.dataset['url'] = url
  for (const [name, text] of Object.entries({ kind, title, where, excerpt })) {
    if (text === '') continue
    const part = document.createElement('span')
    part.className = name
    part.textContent = text
    option.append(part, ' ')
  }
  return option
}

function addCopyButton(block: HTMLElement): void {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = 'Copy'
  button.addEventListener('click', () => {
    const text = block.querySelector('code')?.textContent ?? ''
    navigator.clipboard.writeText(text).then(
      () => show('Copied'),
      () => show('Press Ctrl+C'),
    )
  })
  block.append(button)

  function show(word: string): void {
    button.textContent = word
    setTimeout(() => (button.textContent = 'Copy'), 2000)
  }
}
