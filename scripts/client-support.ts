/**
 * Condenses what caniemail.com has measured (npm `caniemail`, MIT) to one line a feature:
 * `bun scripts/client-support.ts`. Run it when the package is raised; the result is committed.
 */
import { join } from 'node:path'
import { root } from './compile.ts'

interface Feature {
  slug: string
  title: string
  category: string
  stats: Record<string, Record<string, Record<string, string>>>
}

interface Source {
  last_update_date: string
  nicenames: { family: Record<string, string>; platform: Record<string, string> }
  data: Feature[]
}

/** Features of the message around the HTML; nothing in a document brings them in. */
const leftOut = new Set(['amp', 'bimi', 'html-doctype', 'html-body', 'html-comments'])

/** The text of src/email/lint/client-support/table.ts. */
export async function clientSupportTable(): Promise<string> {
  const folder = join(root, 'node_modules/caniemail')
  const source = (await Bun.file(join(folder, 'data/caniemail.json')).json()) as Source
  const license = (await Bun.file(join(folder, 'LICENSE')).text()).trim()
  const { version } = (await Bun.file(join(folder, 'package.json')).json()) as { version: string }
  const clients = [
    ...new Set(
      source.data.flatMap(({ stats }) =>
        Object.entries(stats).flatMap(([family, platforms]) => Object.keys(platforms).map((one) => `${family}.${one}`)),
      ),
    ),
  ].sort()
  const names = clients.map((client) => nameOf(client, source.nicenames))
  const lines = source.data
    .filter(({ slug }) => !leftOut.has(slug))
    .map(
      ({ slug, stats, title }) =>
        `${slug}|${title.replaceAll('`', '').trim()}|${clients.map((client) => latest(stats, client)).join('')}`,
    )
  return [
    '/*',
    ` * What mail clients support, condensed by scripts/client-support.ts from caniemail ${version}, whose notice is:`,
    ' *',
    ...license.split('\n').map((line) => ` * ${line}`.trimEnd()),
    ' */',
    '',
    '/** When caniemail.com had tested what follows. */',
    `export const testedOn = '${source.last_update_date.slice(0, 10)}'`,
    '',
    '/** Mail clients as `family.platform` and as people call them, in the order of the letters below. */',
    'export const clientNames = `',
    ...clients.map((client, index) => `${client}|${names[index]}`),
    '`',
    '',
    '/** A feature a line: its name at caniemail.com, its title, and a letter for each client: yes, no, almost, unknown. */',
    'export const supportTable = `',
    ...lines,
    '`',
    '',
  ].join('\n')
}

function nameOf(client: string, { family: families, platform: platforms }: Source['nicenames']): string {
  const [family = '', platform = ''] = client.split('.')
  const short: Record<string, string> = {
    'Desktop Webmail': 'web',
    'Mobile Webmail': 'mobile web',
    'Windows Mail': 'Windows Mail',
  }
  const name = (families[family] ?? family).replace('Mozilla ', '').replace('Yahoo! Mail', 'Yahoo')
  const where = platforms[platform] ?? platform
  if (platform === 'outlook-com') return 'Outlook.com'
  if (platform === 'windows-mail') return 'Windows Mail'
  return `${name} (${short[where] ?? where})`
}

function latest(stats: Feature['stats'], client: string): string {
  const [family = '', platform = ''] = client.split('.')
  const versions = stats[family]?.[platform]
  if (versions === undefined) return 'u'
  const newest =
    Object.keys(versions)
      .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
      .at(-1) ?? ''
  return (versions[newest] ?? 'u').trim().slice(0, 1)
}

if (import.meta.main) await Bun.write(join(root, 'src/email/lint/client-support/table.ts'), await clientSupportTable())
