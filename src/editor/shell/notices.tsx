import { useSignalEffect } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { Toasts, createToaster } from '../../ui/overlays/index.ts'
import type { Editor } from '../state/index.ts'

/** What a screen reader hears, and short lines about what could not be done. */
export function Notices({ editor }: { editor: Editor }) {
  const toaster = useMemo(createToaster, [])
  useSignalEffect(() => {
    const problem = editor.problem.value
    if (problem !== undefined) toaster.show(problem.message, { tone: 'problem' })
  })
  return (
    <>
      <div class="said" role="log" aria-live="polite">
        {editor.announcement.value}
      </div>
      <Toasts toaster={toaster} />
    </>
  )
}
