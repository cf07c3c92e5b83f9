/** An email of another tool, as the API takes it. */
export interface EmailSource {
  kind: 'html' | 'mjml' | 'design'
  /** Proposed name of the template. */
  name: string
  text: string
}

/** As the API allows for HTML and MJML. */
export const maxSourceBytes = 2 * 1024 * 1024

export async function readSource(file: File): Promise<EmailSource> {
  const dot = file.name.lastIndexOf('.')
  const name = dot > 0 ? file.name.slice(0, dot) : file.name
  return { ...readText(await file.text()), name }
}

/** Detects the kind by how the text begins. */
export function readText(text: string): EmailSource {
  const start = text.slice(0, 4000).trimStart()
  // A template of Liquid or Handlebars may begin with a brace too.
  if (start.startsWith('{') && isJson(text)) return { kind: 'design', text, name: '' }
  return { kind: start.toLowerCase().includes('<mjml') ? 'mjml' : 'html', text, name: '' }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** The members of the request. */
export function importBody({ kind, text }: EmailSource): Record<string, unknown> {
  return { [kind]: kind === 'design' ? (JSON.parse(text) as unknown) : text }
}

/** The title in the head of the source; empty if it has none. */
export function titleOf({ text }: EmailSource): string {
  const head = text.slice(0, 50_000)
  const lower = head.toLowerCase()
  const tag = Math.max(lower.indexOf('<title'), lower.indexOf('<mj-title'))
  const start = tag < 0 ? -1 : head.indexOf('>', tag)
  const end = start < 0 ? -1 : head.indexOf('<', start)
  return end < 0
    ? ''
    : head
        .slice(start + 1, end)
        .trim()
        .slice(0, 200)
}
