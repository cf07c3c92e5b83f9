import type { Release } from '../bridge/index.ts'
import type { PanelProps } from '../fields/index.ts'
import { failureText, rollBackEmail } from '../publishing/index.ts'
import { canRollBack } from '../state/index.ts'
import { CompareDialog } from './compare-dialog.tsx'

export interface ReleaseDialogProps extends PanelProps {
  release: Release
  onRolledBack: () => void
  onClose: () => void
}

/** A release beside the current email, and a button to publish it again. */
export function ReleaseDialog({ editor, words, release, onRolledBack, onClose }: ReleaseDialogProps) {
  const { t } = words
  const number = words.number(release.number)
  const rollBack = async () => {
    editor.published.value = await rollBackEmail(editor, release.number)
    editor.announce(t('publish.rolledBack', { number }))
    onRolledBack()
  }
  const isOffered = canRollBack(editor) && editor.publication.value?.release?.number !== release.number
  return (
    <CompareDialog
      editor={editor}
      words={words}
      title={t('publish.release', { number })}
      load={() => editor.api.getReleaseHtml(release.number)}
      hint={isOffered ? t('publish.rollBackText') : undefined}
      action={
        isOffered
          ? { label: t('publish.rollBack'), run: rollBack, failed: (error) => failureText(words, error) }
          : undefined
      }
      onClose={onClose}
    />
  )
}
