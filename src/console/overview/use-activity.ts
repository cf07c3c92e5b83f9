import type {
  AssetUsage,
  BatchPage,
  Credits,
  DmarcDomainPage,
  ExportPage,
  Project,
  Webhook,
  WebhookPage,
} from '../api/index.ts'
import { useConsole } from '../context.ts'
import { useLatest } from '../latest.ts'
import { isAdmin, mayPublish } from '../start.ts'

/** What a project uses so far. Members are undefined where the role may not read them. */
export interface Activity {
  hasExports: boolean | undefined
  hasLists: boolean | undefined
  hasOrigins: boolean | undefined
  domains: DmarcDomainPage['data'] | undefined
  webhooks: readonly Webhook[] | undefined
  credits: Credits | undefined
  storage: AssetUsage | undefined
}

const shown = 100

/** Undefined while it loads. */
export function useActivity(): Activity | undefined {
  const { api, project, start } = useConsole()
  const latest = useLatest(async (signal): Promise<Activity> => {
    const read = <T>(path: string, isAllowed: boolean, limit?: number): Promise<T | undefined> =>
      isAllowed
        ? api.value.get<T>(path, { query: limit === undefined ? {} : { limit }, signal })
        : Promise.resolve(undefined)
    // Editors and above have the scopes of these lists.
    const isEditor = mayPublish(start)
    const [exports, lists, domains, webhooks, settings, credits, storage] = await Promise.all([
      read<ExportPage>('/export', isEditor, 1),
      read<BatchPage>('/verify/jobs', isEditor, 1),
      read<DmarcDomainPage>('/dmarc/domains', isEditor, shown),
      read<WebhookPage>('/webhooks', isAdmin(start), shown),
      read<Project>(`/projects/${project.value?.id}`, isAdmin(start) && project.value !== undefined),
      read<Credits>('/account/credits', isEditor),
      read<AssetUsage>('/assets/usage', true),
    ])
    return {
      hasExports: exports && exports.data.length > 0,
      hasLists: lists && lists.data.length > 0,
      hasOrigins: settings && settings.allowed_origins.length > 0,
      domains: domains?.data,
      webhooks: webhooks?.data,
      credits,
      storage,
    }
  }, [])
  return latest.value
}
