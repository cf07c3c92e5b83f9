import { type Program, fillCall } from '../../programs/fill-call.ts'

interface ConnectionIds {
  /** Base URL without a trailing slash. */
  baseUrl: string
  pluginUrl: string
  pluginId: string
}

/** The first call in each language of the client libraries. */
export function callSnippets({ baseUrl }: ConnectionIds): Program[] {
  const calls = fillCall('projects.me', { baseUrl })
  const shown = calls.filter(({ title }) => title === 'TypeScript' || title === 'Python')
  return [{ title: 'curl', code: `curl ${baseUrl}/v1/projects/me -H 'Svc-Api-Auth: svc_…'` }, ...shown]
}

/** The configuration of an agent that starts `svc mcp`. */
export function agentSnippet({ baseUrl }: ConnectionIds): string {
  const svc = { command: 'svc', args: ['mcp'], env: { SVC_URL: baseUrl, SVC_API_KEY: 'svc_…' } }
  return JSON.stringify({ mcpServers: { svc } }, null, 2)
}

/** A page that embeds the editor. */
export function embedSnippet({ pluginUrl, pluginId }: ConnectionIds): string {
  return `<div id="svc-plugin" style="height: 100vh"></div>
<script src="${pluginUrl}/sdk/svc.js"></script>
<script>
  svc.init({
    pluginId: '${pluginId}',
    apiRequestData: { emailId: 'welcome-email' },
    getAuthToken: () => fetch('/editor-token').then((response) => response.text()),
  })
</script>`
}
