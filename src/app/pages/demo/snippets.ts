import go from './snippets/go.txt' with { type: 'text' }
import node from './snippets/node.txt' with { type: 'text' }
import php from './snippets/php.txt' with { type: 'text' }
import python from './snippets/python.txt' with { type: 'text' }
import ruby from './snippets/ruby.txt' with { type: 'text' }

/** Code for integrators, equal to that of docs/embed.md; a test compares both and runs every snippet. */

export interface Snippet {
  id: string
  name: string
  code: string
}

/** Signing of a token on the server of the host, in five languages: payload, signature, and base64 of both. */
export const backendSnippets: readonly Snippet[] = [
  { id: 'node', name: 'Node.js', code: node },
  { id: 'python', name: 'Python', code: python },
  { id: 'php', name: 'PHP', code: php },
  { id: 'ruby', name: 'Ruby', code: ruby },
  { id: 'go', name: 'Go', code: go },
]

/** A complete host page, with the URLs of this installation. */
export function pageSnippet({ pluginUrl, pluginId }: { pluginUrl: string; pluginId: string }): string {
  return `<div id="svc-plugin" style="height: 100vh"></div>
<script src="${pluginUrl}/sdk/svc.js"></script>
<script>
  svc.on('save', ({ emailId, savedAt }) => console.log('saved', emailId, savedAt))
  svc.init({
    pluginId: '${pluginId}',
    apiRequestData: { emailId: 'welcome-email' },
    getAuthToken: () => fetch('/editor-token').then((answer) => answer.text()),
  })
</script>
`
}
