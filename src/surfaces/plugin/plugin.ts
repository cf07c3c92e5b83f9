import type { Blobs } from '../../platform/blobs/index.ts'
import type { Http, Rate } from '../../platform/http/index.ts'
import type { Vault } from '../../platform/identity/index.ts'
import type { WorkerPool } from '../../platform/jobs/index.ts'
import type { Store } from '../../platform/storage/index.ts'
import { limits } from '../../kernel/limits.ts'
import type { Assets } from '../assets/index.ts'
import type { Exports } from '../exports/index.ts'
import { pluginProjectRateOf } from '../projects/index.ts'
import type { SignImageUrls } from '../templates/index.ts'
import { createAccountResolver } from './accounts/resolve-account.ts'
import { type Admission, createAdmission } from './admission.ts'
import { type Contexts, createContexts } from './contexts.ts'
import { type Previews, createPreviews } from './output/previews.ts'
import { type Sessions, createSessions } from './sessions/sessions.ts'

export interface PluginDeps {
  http: Http
  store: Store
  blobs: Blobs
  vault: Vault
  workers: WorkerPool
  exports: Exports
  assets: Assets
  cdnUrl: string
  signImages: SignImageUrls | undefined
  /** URL from which host pages load the editor. */
  pluginUrl: string
  sessionTtlSeconds: number
  pluginRateLimit: Rate
}

export interface PluginSurface extends PluginDeps {
  contexts: Contexts
  admission: Admission
  sessions: Sessions
  previews: Previews
}

export function createPlugin(parts: PluginDeps): PluginSurface {
  const { http, store } = parts
  const sessions = createSessions({ store, ttlSeconds: parts.sessionTtlSeconds })
  const editorRate = { requests: limits.editorRequests, seconds: limits.editorWindowSeconds }
  const contexts = createContexts(parts)
  const demoFileSeconds = 3600
  const admission = createAdmission({
    contexts,
    sessions,
    resolveAccount: createAccountResolver(parts),
    takePlugin: http.quota('plugin', parts.pluginRateLimit),
    takePluginProject: http.quota('plugin-project', pluginProjectRateOf(parts.pluginRateLimit)),
    takeEditor: http.quota('editor', editorRate),
    takeEditorProject: http.quota('editor-project', {
      requests: limits.editorProjectRequests,
      seconds: limits.editorWindowSeconds,
    }),
    takeDemoPlugin: http.quota('demo-plugin', {
      requests: parts.pluginRateLimit.requests * limits.demoProjectUsers,
      seconds: parts.pluginRateLimit.seconds,
    }),
    takeDemoEditor: http.quota('demo-editor', {
      requests: editorRate.requests * limits.demoProjectUsers,
      seconds: editorRate.seconds,
    }),
    takeDemoFile: http.quota('demo-file', { requests: limits.demoFiles, seconds: demoFileSeconds }),
    takeDemoFileOfAll: http.quota('demo-files', { requests: limits.demoFilesOfAll, seconds: demoFileSeconds }),
  })
  return { ...parts, contexts, admission, sessions, previews: createPreviews(parts) }
}
