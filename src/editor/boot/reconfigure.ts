import { batch } from '@preact/signals'
import { isLiveMember, readConfig } from '../bridge/index.ts'
import { unknownTypes } from '../actions/index.ts'
import { loadWords } from '../locale/index.ts'
import { loadPanelWords } from '../locale/panels/index.ts'
import { loadTextWords } from '../locale/text/index.ts'
import type { Editor } from '../state/index.ts'
import { blockProblems } from './block-problems.ts'
import { showCustomCss, showStyle } from './appearance.ts'
import { invalidConfig } from './invalid-config.ts'
import { refuseChange } from './refuse-change.ts'

/** Applies members of the configuration to the open editor; null restores a default. All members or none. */
export async function reconfigure(
  editor: Editor,
  options: Readonly<Record<string, unknown>>,
  { mayOnlyRead }: { mayOnlyRead: boolean },
): Promise<void> {
  const names = Object.keys(options)
  const fixed = names.find((name) => !isLiveMember(name))
  const config = readConfig({ ...editor.config, ...options })
  if (fixed !== undefined || config === undefined)
    throw invalidConfig(`${fixed ?? 'pluginId'} cannot change while the editor is open.`)
  // Unknown types of members that stay were reported.
  const [unknown] = unknownTypes({
    palette: names.includes('palette') ? config.palette : undefined,
    stylePresets: names.includes('stylePresets') ? config.stylePresets : undefined,
  })
  if (unknown !== undefined) throw invalidConfig(unknown)
  const [problem] = names.includes('blocks') ? blockProblems(config.blocks) : []
  if (problem !== undefined) throw invalidConfig(problem.message)
  const isUnlocking = names.includes('readOnly') && config.readOnly !== true
  if (isUnlocking && mayOnlyRead) refuseChange(editor)
  const { locale } = config
  const words = locale === editor.config.locale ? editor.words : await loadWords(locale)
  // Loaded before they are shown, so that no part is late.
  await Promise.all([loadPanelWords(locale), loadTextWords(locale)])
  if (config.customCSS !== editor.config.customCSS) await showCustomCss(editor.api, config.customCSS)
  batch(() => {
    editor.configure(config, words)
    showStyle(words, config)
    if (names.includes('readOnly')) editor.viewOnly.value = config.readOnly === true
    if (config.customization.checks === false && editor.rail.peek() === 'checks') editor.rail.value = 'blocks'
  })
}
