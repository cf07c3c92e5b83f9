import { type Link, isAddress } from '../../document/index.ts'
import { nativeOf, splitTags, writeTags } from '../tags/extracted.ts'
import type { Page } from './page.ts'
import { uploadUrlOf } from '../upload-url.ts'

/** The URL in document form; undefined if documents do not accept it, such as a relative one. */
export function readAddress(page: Page, raw: string): string | undefined {
  const [only, more] = splitTags(raw.trim(), page.tags)
  if (more === undefined && typeof only === 'object' && only.kind === 'opaque') return nativeOf(only)
  const written = writeTags(cleaned(raw), page.tags)
  if (written === undefined) return undefined
  const text = written.startsWith('//') ? `https:${written}` : written
  if (text.length > 8000) return undefined
  if (isAddress(text)) return text
  if (page.baseUrl === '' || /^[a-z][a-z0-9+.-]*:/i.test(text) || text === '') return undefined
  try {
    return new URL(text, page.baseUrl).href
  } catch {
    return undefined
  }
}

/**
 * The URL of an image in document form. One that leads nowhere from an inbox is replaced and reported. Undefined if documents
 * do not accept it.
 */
export function readImageAddress(page: Page, raw: string): string | undefined {
  const address = readAddress(page, raw)
  if (address !== undefined || splitTags(raw, page.tags).some((part) => typeof part !== 'string')) return address
  const url = uploadUrlOf(cleaned(raw))
  if (url === undefined || !isAddress(url)) return undefined
  page.toUpload.add(cleaned(raw).slice(0, 120))
  return url
}

function cleaned(raw: string): string {
  return raw.trim().replace(/[\t\n\r]+\s*/g, '')
}

// A domain without `https://`, in a form that is no file name.
const bareDomain =
  /^(?:www\.(?:[a-z0-9-]+\.)+[a-z]{2,24}|(?:[a-z0-9-]+\.)+(?:com|org|net|edu|gov|info|io|co|app|dev|eu))(?:[/?#]\S*)?$/i

function completed(page: Page, raw: string): string | undefined {
  if (!bareDomain.test(raw)) return undefined
  page.warnings.add(
    'LINK_COMPLETED',
    `A link has no https:// and would not work in an inbox: ${raw.slice(0, 120)}. It was added.`,
  )
  return `https://${raw}`
}

/** The target of an `<a>`; undefined without one, 'unsupported' if documents cannot express it. */
export function readLink(page: Page, attributes: Record<string, string>): Link | undefined | 'unsupported' {
  const raw = attributes['href']
  if (raw === undefined || raw.trim() === '') return undefined
  const parts = splitTags(raw.trim(), page.tags)
  const [first] = parts
  const title = attributes['title'] === undefined ? undefined : writeTags(attributes['title'], [])
  const named = title === undefined || title === '' || title.length > 500 ? {} : { title }
  if (parts.length === 1 && typeof first === 'object' && first.kind === 'role') return { role: first.role, ...named }
  const href = readAddress(page, raw) ?? completed(page, raw.trim())
  return href === undefined ? 'unsupported' : { href, ...named }
}
