import { batch, useSignal, useSignalEffect } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { Icon, errorIcon, warningIcon } from '../../ui/icons/index.ts'
import { type PanelWords, loadPanelWords } from '../locale/panels/index.ts'
import type { Editor } from '../state/index.ts'
import { createLinter } from './call-worker.ts'
import { type CheckedEmail, checkingOf, createChecking } from './checking.ts'
import { focusSummary, countsOf } from './summary.tsx'
import { taskOf } from './task.ts'

/**
 * Number of errors and warnings in the bar, hidden if zero and while the email is empty: nobody has done anything wrong
 * yet. Opens the checks and announces changes.
 */
export function ChecksCount({ editor }: { editor: Editor }) {
  const words = useSignal<PanelWords | undefined>(undefined)
  const found = useSignal(checkingOf(editor)?.found)
  const said = useRef('')
  useEffect(() => {
    const checking = checkingOf(editor) ?? createChecking({ editor, linter: createLinter(), taskOf })
    found.value = checking.found
  }, [])
  const { locale } = editor.config
  useEffect(() => void loadPanelWords(locale).then((loaded) => (words.value = loaded)), [locale])
  useSignalEffect(() => {
    const summary = summaryOf(found.value?.value)
    if (summary === undefined || words.value === undefined) return
    const counts = countsOf(words.value, summary)
    if (counts === said.current) return
    said.current = counts
    const { t } = words.value
    editor.announce(`${t('checks.title')}: ${counts === '' ? t('checks.none') : counts}`)
  })
  const summary = summaryOf(found.value?.value)
  if (summary === undefined || words.value === undefined || editor.mode.value === 'code') return null
  const { errors, warnings } = summary
  if (errors + warnings === 0) return null
  const { t } = words.value
  const label = `${t('checks.title')}: ${countsOf(words.value, summary)}`
  return (
    <button type="button" class="checks-count" data-tip={label} onClick={() => openChecks(editor)}>
      <span class="svc-hidden">{label}</span>
      {errors === 0 ? null : <Count of="error" icon={errorIcon} text={words.value.number(errors)} />}
      {warnings === 0 ? null : <Count of="warning" icon={warningIcon} text={words.value.number(warnings)} />}
    </button>
  )
}

function summaryOf(checked: CheckedEmail | undefined): CheckedEmail['summary'] | undefined {
  return checked === undefined || checked.document.rows.length === 0 ? undefined : checked.summary
}

function Count({ of, icon, text }: { of: string; icon: string; text: string }) {
  return (
    <span class={`checks-of-${of}`} aria-hidden="true">
      <Icon d={icon} />
      {text}
    </span>
  )
}

/** Shows the checks beside the canvas, or closes them if they cover it. */
export function openChecks(editor: Editor): void {
  const isOver = editor.rail.peek() === 'checks' && editor.sheet.peek() === 'rail'
  batch(() => {
    editor.rail.value = 'checks'
    editor.sheet.value = isOver ? undefined : 'rail'
  })
  focusSummary()
}
