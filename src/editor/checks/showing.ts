import { batch } from '@preact/signals'
import type { Finding } from '../../email/lint/index.ts'
import { openField } from '../controls/index.ts'
import type { Editor } from '../state/index.ts'
import { checkingOf } from './checking.ts'

/** Shows what a finding is about: selects it, which brings it into sight, and opens the property where it can be set right. */
export function showFinding(editor: Editor, { node_id: id, prop = '' }: Finding): void {
  const isOfTheme = id === undefined && prop.startsWith('theme.')
  batch(() => {
    editor.editing.value = undefined
    if (editor.open.peek() === 'versions') editor.open.value = undefined
    if (prop.startsWith('mobile.')) editor.device.value = 'mobile'
    // On the phone the settings hold what is other there, and nothing else.
    else if (prop !== '' && id !== undefined) editor.device.value = 'desktop'
    if (prop.startsWith('dark.')) editor.scheme.value = 'dark'
    if (isOfTheme) editor.rail.value = 'styles'
    editor.selection.value = id
    // Where there is no space beside the canvas, the settings come over it when there is something to set.
    editor.sheet.value = isOfTheme ? 'rail' : prop === '' ? undefined : 'inspector'
  })
  if (prop !== '' && !isOfTheme) void openField(prop.replace(/^mobile\./, 'style.'))
}

const shownLast = new WeakMap<Editor, number>()

/** Shows the finding after the one that was shown last, errors first, and says it. */
export async function showNext(editor: Editor): Promise<void> {
  const found = await checkingOf(editor)?.lookNow()
  if (found === undefined || found.findings.length === 0) return
  const at = ((shownLast.get(editor) ?? -1) + 1) % found.findings.length
  const finding = found.findings[at]
  if (finding === undefined) return
  shownLast.set(editor, at)
  showFinding(editor, finding)
  editor.announce(finding.message)
}
