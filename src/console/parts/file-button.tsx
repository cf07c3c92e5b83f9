import { useRef } from 'preact/hooks'
import { Button } from '../../ui/controls/index.ts'

export interface FileButtonProps {
  /** Label of the button, and of the file input. */
  choose: string
  /** Types and extensions that the dialog of the browser offers; every file can be dropped. */
  accept?: string | undefined
  /** Takes several files at once. */
  multiple?: boolean | undefined
  icon?: string | undefined
  variant?: 'primary' | 'normal' | undefined
  /** Never called without a file. */
  onFiles: (files: readonly File[]) => void
}

/** Takes files from the dialog of the browser. */
export function FileButton({ accept, choose, icon, multiple = false, onFiles, variant }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button icon={icon} variant={variant ?? 'normal'} onClick={() => input.current?.click()}>
        {choose}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple={multiple}
        accept={accept}
        aria-label={choose}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          // The same file may be chosen again.
          currentTarget.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
    </>
  )
}
