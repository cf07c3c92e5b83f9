import type { Template, TemplateReleaseComparison } from '../../../api/index.ts'
import { useConsole } from '../../../context.ts'
import { useLatest } from '../../../latest.ts'
import { Loaded } from '../../../parts/index.ts'
import { Changes } from '../changes.tsx'
import { words } from '../words.ts'

interface DraftChangesProps {
  template: Template
  release: number
}

/** How the draft differs from the live release: a sentence, and each changed text before and after. */
export function DraftChanges({ template: { id, revision }, release }: DraftChangesProps) {
  const { api } = useConsole()
  const path = `/templates/${id}/releases/compare`
  const latest = useLatest(
    (signal) => api.value.get<TemplateReleaseComparison>(path, { query: { from: release, to: 'draft' }, signal }),
    [id, release, revision],
  )
  return (
    <Loaded from={latest}>
      {(comparison) => <Changes of={comparison} title={words.t('changes')} none={words.t('noChanges')} />}
    </Loaded>
  )
}
