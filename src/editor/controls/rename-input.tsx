import { useLayoutEffect, useRef } from 'preact/hooks'

export interface RenameInputProps {
  label: string
  name: string
  placeholder: string
  /** Undefined if canceled. */
  onDone: (name: string | undefined) => void
}

/** Edits a name in place: Enter and blur save it, Escape cancels. */
export function RenameInput({ label, name, placeholder, onDone }: RenameInputProps) {
  const input = useRef<HTMLInputElement>(null)
  const isDone = useRef(false)
  useLayoutEffect(() => input.current?.select(), [])
  const done = (text: string | undefined) => {
    if (isDone.current) return
    isDone.current = true
    const line = input.current?.closest<HTMLElement>('[data-line]')
    onDone(text)
    line?.focus()
  }
  return (
    <input
      ref={input}
      class="svc-rename"
      aria-label={label}
      defaultValue={name}
      placeholder={placeholder}
      maxLength={200}
      onBlur={(event) => done(event.currentTarget.value.trim())}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Enter') done(event.currentTarget.value.trim())
        if (event.key === 'Escape') done(undefined)
      }}
    />
  )
}
