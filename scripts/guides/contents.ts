import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../compile.ts'

/** The guides in reading order: pages of docs/ by name, in groups. */
export const contents: readonly { title: string; names: readonly string[] }[] = [
  { title: 'Start', names: ['getting-started', 'console', 'embed', 'editor', 'api', 'clients', 'agents', 'projects'] },
  {
    title: 'Templates',
    names: ['templates', 'releases', 'document', 'data', 'import', 'assets', 'thumbnails', 'amp', 'lint', 'fidelity'],
  },
  {
    title: 'Export and delivery',
    names: ['export', 'export-targets', 'connections', 'push-providers', 'webhooks', 'jobs'],
  },
  {
    title: 'Verification',
    names: ['verification', 'verdicts', 'intelligence', 'infrastructure', 'domain-findings', 'block-lists', 'probing'],
  },
  { title: 'Sending domains', names: ['dmarc', 'dmarc-intake', 'dmarc-reports', 'dmarc-alerts', 'amp-senders'] },
  { title: 'Operation', names: ['operations', 'accounts', 'configuration', 'commands', 'outbound', 'performance'] },
  { title: 'Tables', names: ['errors', 'limits', 'access'] },
]

/** A page of docs/ as it is written. */
export interface Guide {
  name: string
  /** The text of its heading. */
  title: string
  /** Without the notes for anyone who edits it. */
  markdown: string
}

/** Every guide in reading order. Throws where docs/ and the contents differ. */
export function readGuides(): Guide[] {
  const names = contents.flatMap((group) => group.names)
  const written = readdirSync(join(root, 'docs')).flatMap((file) => (file.endsWith('.md') ? [file.slice(0, -3)] : []))
  const differing = [...new Set(names).symmetricDifference(new Set(written))]
  if (differing.length > 0 || names.length !== written.length)
    throw new Error(`docs/ and scripts/guides/contents.ts differ in ${differing.join(', ')}`)
  return names.map((name) => {
    const text = readFileSync(join(root, `docs/${name}.md`), 'utf8')
    const markdown = text.replace(/<!--[^]*?(?:-->|$)\n*/g, '')
    const title = /^# (.+)$/m.exec(markdown)?.[1]
    if (title === undefined) throw new Error(`docs/${name}.md has no title`)
    return { name, title, markdown }
  })
}
