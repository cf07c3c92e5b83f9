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
  const name = file.name.replace(/\.[A-Za-z0-9]{1,8}$/, '')
  return { ...readText(await file.text()), name }
}

/** Detects the kind by how the text begins. */
export function readText(text: string): EmailSource {
  const start = text.slice(0, 4000).trimStart()
  // A template of Liquid or Handlebars may begin with a brace too.
  if (start.startsWith('{') && isJson(text)) return { kind: 'design', text, name: '' }
  return { kind: /<mjml[\s>]/i.test(start) ? 'mjml' : 'html', text, name: '' }
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

/** The title that the source has; empty if it has none. */
export function titleOf({ text }: EmailSource): string {
  return /<(?:mj-)?title[^>]{0,200}>([^<]{1,200})</i.exec(text.slice(0, 50_000))?.[1]?.trim() ?? ''
}
