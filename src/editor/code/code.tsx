import { useEffect, useRef, useLayoutEffect } from 'preact/hooks'
import { Button } from '../../ui/controls/index.ts'
import { isPressed } from '../../ui/keys.ts'
import { usePlatform } from '../../ui/locale/index.ts'
import type { PanelProps } from '../fields/index.ts'
import { applyCode, draftOf, leaveCode, refresh } from './draft.ts'
import { Questions } from './questions.tsx'

export function Code({ editor, words }: PanelProps) {
  const { t } = words
  const draft = draftOf(editor)
  const platform = usePlatform()
  const field = useRef<HTMLTextAreaElement>(null)
  const isReadOnly = editor.readOnly.value
  const isChanged = draft.isChanged.value
  const step = draft.step.value
  const isOld = isChanged && draft.printed.value.document !== editor.document.value
  const apply = () => void applyCode(editor, t('code.change'))
  useEffect(() => refresh(editor), [editor.document.value])
  useEffect(() => {
    field.current?.focus({ preventScroll: true })
    field.current?.setSelectionRange(0, 0)
  }, [])
  useEffect(() => {
    if (!isChanged) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isChanged])
  const press = (event: KeyboardEvent) => {
    const isUndo = isPressed('Mod+Z', event, platform)
    const isRedo = isPressed('Mod+Shift+Z', event, platform) || isPressed('Mod+Y', event, platform)
    if (isPressed('Mod+Enter', event, platform)) apply()
    // Without changes in the field, undo applies to the email.
    else if (isUndo && !isChanged) editor.run('undo')
    else if (isRedo && !isChanged && editor.history.peek().canRedo) editor.run('redo')
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div class="code">
      <header class="code-head">
        <h2>{t('code.title')}</h2>
        <p class="code-state" role="status">
          {isReadOnly ? t('code.readOnly') : isOld ? t('code.old') : isChanged ? t('code.unapplied') : t('code.hint')}
        </p>
        <Button variant="plain" onClick={() => leaveCode(editor)}>
          {t('code.leave')}
        </Button>
        {isReadOnly ? null : (
          <Button variant="primary" disabled={!isChanged} busy={step.kind === 'reading'} onClick={apply}>
            {t('code.apply')}
          </Button>
        )}
      </header>
      <div class="code-scroll" dir="ltr">
        <div class="code-sheet">
          <Lines text={draft.text.value} />
          <textarea
            ref={field}
            class="code-field"
            aria-label={t('code.field')}
            aria-keyshortcuts={isReadOnly ? undefined : platform === 'apple' ? 'Meta+Enter' : 'Control+Enter'}
            readOnly={isReadOnly || step.kind === 'reading'}
            value={draft.text.value}
            spellcheck={false}
            autocomplete="off"
            autocapitalize="off"
            wrap="soft"
            onInput={(event) => (draft.text.value = event.currentTarget.value)}
            onKeyDown={press}
          />
        </div>
      </div>
      <Questions editor={editor} words={words} apply={apply} />
    </div>
  )
}

/** The lines of the text, hidden behind the field, for line numbers and the height of wrapped lines. */
function Lines({ text }: { text: string }) {
  const element = useRef<HTMLDivElement>(null)
  const known = useRef<string[]>([])
  useLayoutEffect(() => {
    const lines = text.split('\n')
    if (element.current !== null) showLines(element.current, { before: known.current, lines })
    known.current = lines
  }, [text])
  return <div ref={element} class="code-lines" aria-hidden="true" />
}

// Typing changes one of a thousand lines; the others are not rendered again.
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
