import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { type PanelWords, loadPanelWords } from '../locale/panels/index.ts'
import type { Editor } from '../state/index.ts'

/** The texts of the panels for a part that is shown outside of one; undefined until they are loaded. */
export function usePanelWords({ config: { locale } }: Editor): PanelWords | undefined {
  const words = useSignal<PanelWords | undefined>(undefined)
  useEffect(() => void loadPanelWords(locale).then((loaded) => (words.value = loaded)), [locale])
  return words.value
}
