import { batch } from '@preact/signals'
import type { Finding } from '../../email/lint/index.ts'
import { openField } from '../controls/index.ts'
import type { Editor } from '../state/index.ts'
import { checkingOf } from './checking.ts'

/** Selects and reveals the node of a finding and opens the property that fixes it. */
export function showFinding(editor: Editor, { node_id: id, prop = '' }: Finding): void {
  const isOfTheme = id === undefined && prop.startsWith('theme.')
  batch(() => {
    editor.editing.value = undefined
    if (['versions', 'languages'].includes(editor.open.peek() ?? '')) editor.open.value = undefined
    if (prop.startsWith('mobile.')) editor.device.value = 'mobile'
    // With the phone layout, the settings show only overrides for phones.
    else if (prop !== '' && id !== undefined) editor.device.value = 'desktop'
    if (prop.startsWith('dark.')) editor.scheme.value = 'dark'
    if (isOfTheme) editor.rail.value = 'styles'
    editor.selection.value = id
    // On narrow windows the settings open over the canvas if the finding has a property.
    editor.sheet.value = isOfTheme ? 'rail' : prop === '' ? undefined : 'inspector'
  })
  if (prop !== '' && !isOfTheme) void openField(prop.replace(/^mobile\./, 'style.'))
}

const shownLast = new WeakMap<Editor, number>()

/** Shows and announces the finding after the last shown one, errors first. */
export async function showNext(editor: Editor): Promise<void> {
  const found = await checkingOf(editor)?.lintNow()
  if (found === undefined || found.findings.length === 0) return
  const at = ((shownLast.get(editor) ?? -1) + 1) % found.findings.length
  const finding = found.findings[at]
  if (finding === undefined) return
  shownLast.set(editor, at)
  showFinding(editor, finding)
  editor.announce(finding.message)
}
