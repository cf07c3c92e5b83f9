/** Filters in requests and responses; deliveries/filter.ts applies them. */
import { type EventDescription, eventDescriptions } from '../../../kernel/events/index.ts'
import { type Issue, fail } from '../../../kernel/errors/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import { selectFolderLines, visibleTemplateIds } from '../../templates/index.ts'
import type { GivenWebhookFilter, WebhookFilter } from './contract.ts'
import type { WebhookRow } from './store.ts'

type Filter = NonNullable<WebhookRow['filter']>

/**
 * The stored form. VALIDATION_FAILED for a template or folder that does not exist or that the caller may not view, unless
 * `before` has it: a filter that was read can be sent back after a deletion.
 */
export async function readFilter(
  db: Db,
  caller: Caller,
  given: GivenWebhookFilter,
  before: Filter | null = null,
): Promise<Filter> {
  const { external_ids: externalIds, folders = [], metadata, template_ids: templateIds = [] } = given
  const templates = await visibleTemplateIds(db, caller, templateIds)
  const folderLines = await selectFolderLines(
    db,
    caller.projectId,
    folders.map(({ id }) => id),
  )
  const known = new Set([...(before?.templateIds ?? []), ...(before?.folders ?? []).map(({ id }) => id)])
  const missing = (name: string) => `${name} not found. Use its id, or \`ext:\` and its external id.`
  const issues: Issue[] = [
    ...templateIds.flatMap((id, at) =>
      templates.has(id) || known.has(id) ? [] : [{ path: `/filter/template_ids/${at}`, message: missing('Template') }],
    ),
    ...folders.flatMap(({ id }, at) =>
      folderLines.has(id) || known.has(id) ? [] : [{ path: `/filter/folders/${at}/id`, message: missing('Folder') }],
    ),
  ]
  if (issues.length > 0) fail('VALIDATION_FAILED', { issues })
  return {
    ...(given.template_ids === undefined ? {} : { templateIds }),
    ...(given.folders === undefined ? {} : { folders: folders.map(({ id, subtree = false }) => ({ id, subtree })) }),
    ...(externalIds === undefined ? {} : { externalIds }),
    ...(metadata === undefined ? {} : { metadata }),
  }
}

/**
 * The filter of a webhook that a customer adds by a link: the filter of the link, with fewer external ids if they are given.
 * VALIDATION_FAILED for one that the link does not allow.
 */
export function narrowFilter(bound: Filter | null, given: Filter | null): Filter | null {
  if (given?.externalIds === undefined) return bound
  const { externalIds } = given
  const others = bound?.externalIds === undefined ? [] : externalIds.filter((id) => !bound.externalIds?.includes(id))
  if (others.length > 0) {
    const message = `This link does not allow ${others.join(', ')}.`
    fail('VALIDATION_FAILED', { issues: [{ path: '/filter/external_ids', message }] })
  }
  return { ...bound, externalIds }
}

export function presentFilter({ externalIds, folders, metadata, templateIds }: Filter): WebhookFilter {
  return {
    ...(templateIds === undefined ? {} : { template_ids: templateIds }),
    ...(folders === undefined ? {} : { folders }),
    ...(externalIds === undefined ? {} : { external_ids: externalIds }),
    ...(metadata === undefined ? {} : { metadata }),
  }
}

/** VALIDATION_FAILED if a webhook with a filter subscribes to events that concern no template: it would receive none. */
export function requireFilterable({ events, filter }: Pick<WebhookRow, 'events' | 'filter'>): void {
  const others = filter === null ? [] : events.filter((type) => !filterable.has(type))
  if (others.length === 0) return
  const message = `A filter selects events of templates; ${others.join(', ')} ${others.length === 1 ? 'has' : 'have'} none. Register another webhook for them.`
  fail('VALIDATION_FAILED', { issues: [{ path: '/filter', message }] })
}

const filterable = new Set(eventDescriptions.filter(concernsTemplates).map(({ name }) => name as string))

function concernsTemplates({ example: { data } }: EventDescription): boolean {
  return typeof data === 'object' && data !== null && ('template_id' in data || 'template_ids' in data)
}
