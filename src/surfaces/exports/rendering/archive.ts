/** Archives, written while the emails are rendered one after the other; README.txt with the warnings comes last. */
import { type ZipFile, fileName, packZip } from '../../../email/formats/index.ts'
import { limits } from '../../../kernel/limits.ts'
import type { PackedFile } from './packed-file.ts'
import type { Warnings } from './warnings.ts'

export interface ArchivedEmail {
  name: string
  base: string
  files: readonly PackedFile[]
}

export interface Layout {
  /**
   * `pages`: the parts of each email, in a folder of its own if there are several emails; `files`: the files of the format
   * side by side.
   */
  kind: 'pages' | 'files'
  /** Number of emails. */
  count: number
}

/** Streams the archive, with README.txt as its last file. */
export function writeArchive(
  emails: AsyncIterable<ArchivedEmail>,
  layout: Layout,
  warnings: Warnings,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  return packZip(entriesOf(emails, layout, warnings))
}

/** Named after its only email, or `emails.zip` for several. */
export function archiveName(count: number, name: string): string {
  return count === 1 ? fileName(name, 'zip') : 'emails.zip'
}

async function* entriesOf(
  emails: AsyncIterable<ArchivedEmail>,
  { kind, count }: Layout,
  warnings: Warnings,
): AsyncGenerator<ZipFile> {
  const hasFolders = kind === 'pages' && count > 1
  const titles: string[] = []
  for await (const { name, base, files } of emails) {
    titles.push(base === name || count === 1 ? name : `${base}: ${name}`)
    for (const { name: file, bytes } of files) yield { name: hasFolders ? `${base}/${file}` : file, content: bytes }
  }
  yield { name: 'README.txt', content: readme(titles, kind === 'pages' ? meanings : [], warnings) }
}

const meanings = [
  'index.html  the email, for sending or pasting',
  'index.txt   its plain-text part',
  'amp.html    its AMP part, if it has AMP-only content',
  'images/     the images that index.html references',
  '',
]

function readme(titles: readonly string[], explained: readonly string[], warnings: Warnings): string {
  const lines = warnings.first(limits.exportReadmeWarnings).map(({ code, message, path, template_id }) => {
    const about = [template_id, path].filter((part) => part !== undefined).join(' ')
    return `- ${code}${about === '' ? '' : ` (${about})`}: ${message}`
  })
  const known = lines.length === 0 ? ['Nothing was omitted.'] : ['Notes:', ...lines]
  return `${[...titles, '', ...explained, ...known].join('\r\n')}\r\n`
}
