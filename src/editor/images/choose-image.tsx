import { useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { type PanelWords, loadPanelWords } from '../locale/panels/index.ts'
import type { Editor } from '../state/index.ts'
import { LibraryDialog } from './library-dialog.tsx'
import { hasHostPicker, pickFromHost } from './host-picker.ts'
import { type PickedImage, imageOf } from './picked-image.ts'
import { setImage } from './take-image.ts'

/** Chooses or uploads the image of the selected block. */
export function ChooseImage({ editor }: { editor: Editor }) {
  const words = useSignal<PanelWords | undefined>(undefined)
  const { locale } = editor.config
  useEffect(() => {
    void loadPanelWords(locale).then((loaded) => (words.value = loaded))
  }, [locale])
  const close = () => {
    // A slow picker of the host page must not close a dialog that was opened meanwhile.
    if (editor.open.peek() === 'image') editor.open.value = undefined
  }
  const show = (picked: PickedImage) => {
    close()
    const label = words.value?.t('picture.upload') ?? ''
    setImage(editor, selected, { label, picked })
  }
  const selected = useMemo(() => editor.selection.peek(), [])
  const isHosts = useSignal(hasHostPicker(editor))
  useEffect(() => {
    if (!isHosts.value || words.value === undefined) return
    const node = editor.outline.peek().entries.get(selected ?? '')?.node
    const src = Object(node).src as unknown
    void pickFromHost(editor, imageOf(editor.document.peek(), src).url).then((picked) => {
      if (picked === 'library') isHosts.value = false
      else if (picked === undefined) close()
      else show(picked)
    })
  }, [words.value])
  if (words.value === undefined || isHosts.value) return null
  return <LibraryDialog editor={editor} words={words.value} onClose={close} onPick={show} />
}
