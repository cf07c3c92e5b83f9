import type { Template } from '../../api/index.ts'

/** What a tab shows; `reload` after a change of the template. */
export interface DetailsTabProps {
  template: Template
  reload: () => void
}
