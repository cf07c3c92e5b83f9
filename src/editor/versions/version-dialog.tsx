import type { ApiVersion } from '../bridge/index.ts'
import type { PanelProps } from '../fields/index.ts'
import { showPublication } from '../publishing/index.ts'
import { CompareDialog } from './compare-dialog.tsx'

export interface VersionDialogProps extends PanelProps {
  version: ApiVersion
  onRestored: () => void
  onClose: () => void
}

/** A version beside the current email, and a button to restore it. */
export function VersionDialog({ editor, words, version, onRestored, onClose }: VersionDialogProps) {
  const { t } = words
  const restore = async () => {
    const restored = await editor.api.restoreVersion(version.id)
    editor.receive(restored.document)
    showPublication(editor, restored.publication)
    editor.announce(t('versions.restored'))
    onRestored()
  }
  return (
    <CompareDialog
      editor={editor}
      words={words}
      title={version.label ?? words.dateTime(new Date(version.savedAt))}
      load={() => editor.api.getVersionHtml(version.id)}
      isCurrent={version.current}
      action={
        version.current || editor.readOnly.value
          ? undefined
          : { label: t('versions.restore'), run: restore, failed: () => t('versions.failed') }
      }
      onClose={onClose}
    />
  )
}
