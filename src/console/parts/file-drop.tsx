import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { Button } from '../../ui/controls/index.ts'
import { Icon, uploadIcon } from '../../ui/icons/index.ts'

interface FileDropProps {
  title: string
  text: string
  /** Label of the button, and of the file input. */
  choose: string
  /** Types and extensions that the dialog of the browser offers; every file can be dropped. */
  accept?: string
  /** Takes several files at once. */
  multiple?: boolean
  /** Never called without a file. */
  onFiles: (files: readonly File[]) => void
}

/** Takes files by drop, or from the dialog of the browser. */
export function FileDrop({ accept, choose, multiple = false, onFiles, text, title }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null)
  const isOver = useSignal(false)
  const take = (files: FileList | null | undefined) => {
    const all = [...(files ?? [])]
    if (all.length > 0) onFiles(multiple ? all : all.slice(0, 1))
  }
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
        take(event.dataTransfer?.files)
      }}
    >
      <Icon d={uploadIcon} size={20} />
      <b>{title}</b>
      <p class="soft">{text}</p>
      <Button onClick={() => input.current?.click()}>{choose}</Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple={multiple}
        accept={accept}
        aria-label={choose}
        onChange={({ currentTarget }) => {
          take(currentTarget.files)
          // The same file may be chosen again.
          currentTarget.value = ''
        }}
      />
    </div>
  )
}
