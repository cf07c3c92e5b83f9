import type { RegionNode } from '../data/index.ts'
import { fill } from './patterns.ts'
import type { Provider } from './provider.ts'

/** The HTML of a node as a region that people may edit at the provider; the same where it has none for such. */
export function markRegion({ id, kind, name }: RegionNode, html: string, { editable }: Provider): string {
  const form = editable?.[kind]
  if (form === undefined) return html
  const values = { ID: id.replace(/[^A-Za-z0-9_-]/g, '_'), LABEL: name.replace(/["'<>&*|%{}[\]]/g, ' ').trim() }
  if ('attributes' in form) return html.replace(/<img (?=src=)/g, () => `<img ${fill(form.attributes, values)} `)
  return fill(form.open, values) + html + fill(form.close, values)
}
