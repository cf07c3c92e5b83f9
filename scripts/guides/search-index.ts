import MiniSearch from 'minisearch'
import { type SearchHit, searchOptions } from '../../src/app/pages/guides/search.ts'
import { type ErrorEntry, catalog } from '../../src/kernel/errors/index.ts'
import type { DescribedCall } from '../api-document.ts'
import type { Guide } from './contents.ts'
import type { RenderedGuide } from './markdown.ts'

/** What the search box finds: sections of guides, operations and errors. */
export function searchIndex(
  guides: readonly { guide: Guide; rendered: RenderedGuide }[],
  calls: readonly DescribedCall[],
): string {
  const index = new MiniSearch(searchOptions)
  let id = 0
  const add = (found: Omit<SearchHit, 'excerpt'>, text: string, lead: string) =>
    index.add({ id: id++, ...found, text, excerpt: excerptOf(lead) })
  for (const { guide, rendered } of guides) {
    // Each error is found by itself below.
    const sections = guide.name === 'errors' ? rendered.sections.slice(0, 1) : rendered.sections
    for (const { id: anchor, depth, text, body, lead } of sections) {
      const [fragment, where] = depth === 1 ? ['', ''] : [`#${anchor}`, guide.title]
      add({ kind: 'Guide', title: text, url: `/docs/guide/${guide.name}${fragment}`, where }, body, lead)
    }
  }
  for (const { method, path, operation } of calls) {
    const { operationId, summary = operationId, description = '', tags = [] } = operation
    const url = `/docs#tag/${tags[0] ?? ''}/${method}${path}`
    const text = plain(description)
    add({ kind: 'API', title: summary, url, where: `${method} ${path}` }, `${operationId} ${text}`, text)
  }
  for (const [code, { message, remedy, sdkOnly }] of Object.entries(catalog as Record<string, ErrorEntry>)) {
    const url = sdkOnly ? `/docs/guide/errors#${code.toLowerCase()}` : `/docs/errors#${code}`
    const text = `${message}. ${remedy}`
    add({ kind: 'Error', title: code, url, where: '' }, text, text)
  }
  return JSON.stringify(index)
}

function excerptOf(text: string): string {
  const cut = text.trim().slice(0, 140)
  return text.trim().length > 140 ? `${cut.slice(0, cut.lastIndexOf(' '))} …` : cut
}

function plain(markdown: string): string {
  return markdown.replace(/[`*]/g, '').replace(/\s+/g, ' ')
}
