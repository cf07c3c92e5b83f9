import { useRef } from 'preact/hooks'
import { IconButton } from '../../ui/controls/index.ts'
import { copyIcon } from '../../ui/icons/index.ts'
import { useConsole } from '../context.ts'

interface CopyTextProps {
  text: string
  /** Names what is copied. */
  label: string
}

/** Text for another place, such as a DNS record or a key, with a button that copies it. */
export function CopyText({ text, label }: CopyTextProps) {
  const { toaster, words } = useConsole()
  const code = useRef<HTMLElement>(null)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      toaster.show(words.t('copied'))
    } catch {
      // Browsers offer the clipboard only to secure origins.
      if (code.current !== null) getSelection()?.selectAllChildren(code.current)
      toaster.show(words.t('copy.selected'))
    }
  }
  return (
    <div class="copy-text">
      <code ref={code} dir="ltr" tabIndex={0} aria-label={label}>
        {text}
      </code>
      <IconButton icon={copyIcon} label={words.t('copy', { name: label })} onClick={() => void copy()} />
    </div>
  )
}
