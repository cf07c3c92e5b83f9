/** What the page of the console begins with, written by the server into a meta element. */
export interface Start {
  /** The token of the session, for requests that change something. */
  csrf: string
  /** `isOperator`: owns the company that runs the installation. */
  user: { id: string; email: string; name: string; role: string; level: string; isOperator: boolean }
  projects: readonly Project[]
  baseUrl: string
  pluginUrl: string
  hasDemo: boolean
  version: string
}

export interface Project {
  id: string
  name: string
  pluginId: string
}

/** True if the role of the signed-in person allows to create and change emails as a whole, not only their texts. */
export function mayEdit({ user: { level } }: Start): boolean {
  return level === 'edit' || level === 'publish' || level === 'manage'
}

/** True if the role allows to change texts, to request reviews and to invite reviewers. */
export function mayWrite(start: Start): boolean {
  return start.user.level === 'edit_text' || mayEdit(start)
}

/** True if the role allows to comment and to decide on reviews. */
export function mayComment(start: Start): boolean {
  return start.user.level === 'comment' || mayWrite(start)
}

/** True if the role allows to publish, roll back and cancel schedules. */
export function mayPublish({ user: { level } }: Start): boolean {
  return level === 'publish' || level === 'manage'
}

/** True if the role administrates the company: keys, origins, webhooks. */
export function isAdmin({ user: { role } }: Start): boolean {
  return role === 'owner' || role === 'admin'
}

export function readStart(page: Document): Start {
  const content = page.querySelector<HTMLMetaElement>('meta[name="svc-start"]')?.content
  if (content === undefined) throw new Error('The page lacks svc-start.')
  return JSON.parse(content) as Start
}
