import type { Template } from '../../api/index.ts'

export type TemplateStatus = 'live' | 'draft' | 'published' | 'changed' | 'scheduled' | 'in_review'

/** The state that matters most to a person: pending work before what is published. */
export function statusOf(
  template: Pick<
    Template,
    'publishing' | 'published_release' | 'review' | 'scheduled_release' | 'status' | 'unpublished_changes'
  >,
): TemplateStatus {
  if (template.review?.state === 'pending') return 'in_review'
  if (template.scheduled_release !== undefined) return 'scheduled'
  if (template.publishing === 'on_save') return 'live'
  if (template.status === 'draft') return 'draft'
  return template.unpublished_changes ? 'changed' : 'published'
}
