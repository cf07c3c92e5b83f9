import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type DescribedCall, describedCalls } from '../api-document.ts'
import { root } from '../compile.ts'
import { readGuides } from './contents.ts'
import { renderGuide } from './markdown.ts'
import { guidePage, indexPage, llmsText } from './page.ts'
import { searchIndex } from './search-index.ts'

/** Writes the guides into dist/public/guide: pages, their Markdown, style, script and the index of the search box, packed. */
export async function buildGuides(folder = join(root, 'dist/public/guide')): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  for (const [name, text] of await makeGuides(await describedCalls())) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, `${name}.gz`), Bun.gzipSync(new TextEncoder().encode(text), { level: 9 }))
  }
  for (const name of shownImages()) {
    mkdirSync(join(folder, 'images'), { recursive: true })
    cpSync(join(root, 'docs/images', name), join(folder, 'images', name))
  }
}

/** Everything that is text, by name below dist/public/guide. */
export async function makeGuides(calls: readonly DescribedCall[]): Promise<Map<string, string>> {
  const rendered = renderAll()
  const titles = new Map(rendered.map(({ guide }) => [guide.name, guide.title]))
  const summaries = new Map(rendered.map(({ guide, rendered: { summary } }) => [guide.name, firstSentence(summary)]))
  const fixed = (part: string, ending: string, text: string) => {
    const name = `${part}-${Bun.hash(text).toString(36)}.${ending}`
    return { name, file: [`assets/${name}`, text] as const }
  }
  const style = fixed('style', 'css', readStyle())
  const script = fixed('script', 'js', await bundleClient())
  const index = fixed('index', 'json', searchIndex(rendered, calls))
  const names = { style: style.name, script: script.name, index: index.name }
  return new Map([
    style.file,
    script.file,
    index.file,
    ...rendered.flatMap(
      ({ guide, rendered: made }) =>
        [
          [`${guide.name}.html`, guidePage(guide, made, titles, names)],
          [`${guide.name}.md`, guide.markdown],
        ] as const,
    ),
    ['index.html', indexPage(summaries, titles, names)],
    ['llms.txt', llmsText(summaries, titles)],
  ])
}

function renderAll() {
  const guides = readGuides()
  const titles = new Map(guides.map(({ name, title }) => [name, title]))
  return guides.map((guide) => ({ guide, rendered: renderGuide(guide, titles) }))
}

function shownImages(): Set<string> {
  return new Set(renderAll().flatMap(({ rendered }) => rendered.images))
}

function readStyle(): string {
  const files = ['theme.css', 'pages.css', 'guides/guides.css']
  const text = files.map((name) => readFileSync(join(root, 'src/app/pages', name), 'utf8')).join('')
  return text.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, '').replace(/(?<!\s)\s*\n\s*/g, '\n')
}

async function bundleClient(): Promise<string> {
  const built = await Bun.build({
    entrypoints: [join(root, 'src/app/pages/guides/client.ts')],
    target: 'browser',
    format: 'esm',
    minify: true,
  })
  const [output] = built.outputs
  if (!built.success || output === undefined) throw new Error(built.logs.map(String).join('\n'))
  return output.text()
}

function firstSentence(text: string): string {
  return /^.*?[.:?!](?=\s|$)/.exec(text)?.[0].replace(/:$/, '.') ?? text
}
