import { useSignal } from '@preact/signals'
import { Icon, uploadIcon } from '../../ui/icons/index.ts'
import { FileButton, type FileButtonProps } from './file-button.tsx'

interface FileDropProps extends Omit<FileButtonProps, 'icon' | 'variant'> {
  title: string
  text: string
}

/** Takes files by drop, or from the dialog of the browser. */
export function FileDrop({ text, title, ...button }: FileDropProps) {
  const isOver = useSignal(false)
  return (
    <div
      class="drop-zone"
      data-over={isOver.value ? '' : undefined}
      onDragOver={(event) => {
        event.preventDefault()
        isOver.value = true
      }}
      onDragLeave={() => (isOver.value = false)}
      onDrop={(event) => {
        event.preventDefault()
        isOver.value = false
        const files = [...(event.dataTransfer?.files ?? [])]
        if (files.length > 0) button.onFiles(button.multiple === true ? files : files.slice(0, 1))
      }}
    >
      <Icon d={uploadIcon} size={20} />
      <b>{title}</b>
      <p class="soft">{text}</p>
      <FileButton {...button} />
    </div>
  )
}
