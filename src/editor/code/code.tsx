import { useEffect, useRef } from 'preact/hooks'
import { Button } from '../../ui/controls/index.ts'
import { isPressed } from '../../ui/keys/index.ts'
import { usePlatform } from '../../ui/words/index.ts'
import type { PanelProps } from '../fields/index.ts'
import { applyCode, draftOf, leaveCode, refresh } from './draft.ts'
import { Lines } from './lines.tsx'
import { Questions } from './questions.tsx'

/** The HTML of the email to read and to edit, with what is still to be applied. */
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
    // Where nothing is typed, there is nothing of the field to take back: it is the email that is meant.
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
        <Button look="plain" onClick={() => leaveCode(editor)}>
          {t('code.leave')}
        </Button>
        {isReadOnly ? null : (
          <Button look="primary" disabled={!isChanged} busy={step.kind === 'reading'} onClick={apply}>
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
