import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'

/** Takes files that are dropped anywhere on the page; true while files are dragged over it. */
export function usePageDrop(isActive: boolean, onFiles: (files: readonly File[]) => void): boolean {
  const isOver = useSignal(false)
  const latest = useRef(onFiles)
  latest.current = onFiles
  useEffect(() => {
    if (!isActive) return undefined
    const stop = new AbortController()
    const { signal } = stop
    const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true
    const onDragOver = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      isOver.value = true
    }
    const onDrop = (event: DragEvent) => {
      isOver.value = false
      // A zone of the page took the files.
      if (event.defaultPrevented || !hasFiles(event)) return
      event.preventDefault()
      latest.current([...(event.dataTransfer?.files ?? [])])
    }
    // Without a related target the pointer has left the window.
    const onDragLeave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) isOver.value = false
    }
    addEventListener('dragover', onDragOver, { signal })
    addEventListener('dragleave', onDragLeave, { signal })
    addEventListener('drop', onDrop, { signal })
    return () => stop.abort()
  }, [isActive])
  return isOver.value
}
