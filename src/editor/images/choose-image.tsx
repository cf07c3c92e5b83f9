import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { type PanelWords, loadPanelWords } from '../locale/panels/index.ts'
import type { Editor } from '../state/index.ts'
import { LibraryDialog } from './library-dialog.tsx'
import { pickAsset } from './picked-image.ts'
import { setImage } from './take-image.ts'

/** Chooses or uploads the image of the selected block. */
export function ChooseImage({ editor }: { editor: Editor }) {
  const words = useSignal<PanelWords | undefined>(undefined)
  const { locale } = editor.config
  useEffect(() => {
    void loadPanelWords(locale).then((loaded) => (words.value = loaded))
  }, [locale])
  if (words.value === undefined) return null
  const close = () => {
    editor.open.value = undefined
  }
  return (
    <LibraryDialog
      editor={editor}
      words={words.value}
      onClose={close}
      onPick={(asset) => {
        close()
        const label = words.value?.t('picture.upload') ?? ''
        setImage(editor, editor.selection.peek(), { label, picked: pickAsset(asset) })
      }}
    />
  )
}
