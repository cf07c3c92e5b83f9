import type { Provider } from './provider.ts'

/** A link of the ESP, named as in documents: `{{ unsubscribe_url }}`. */
export type SystemLink = 'unsubscribe' | 'view' | 'preferences' | 'forward' | 'address'

export function systemLinkAt(path: string): SystemLink | undefined {
  const name = /^(unsubscribe|view|preferences|forward|address)_url$/.exec(path)?.[1]
  return name as SystemLink | undefined
}

export type LinkForm =
  | { kind: 'address'; code: string }
  /** Marks a link to a page of the sender. */
  | { kind: 'attribute'; code: string; page?: string | undefined }
  /** Replaces the whole link; `{TEXT}` is its text. */
  | { kind: 'whole'; code: string }
  /** The provider adds the link itself, or does not support it. */
  | { kind: 'none'; reason: string; keepsText: boolean }

/**
 * The form of a link at a provider. `page` is the sender's own page for it, which some ESPs require; ignored unless it is an
 * HTTP URL.
 */
export function formOf(link: SystemLink, provider: Provider, page?: string): LinkForm {
  const { name, unsubscribe } = provider
  const own = page !== undefined && /^https?:\/\/[^\s"'<>|*]+$/.test(page) ? page : undefined
  if (link === 'unsubscribe') {
    const { code, kind } = unsubscribe
    if (code !== undefined && kind === 'attribute') return { kind, code, page: own }
    if (code?.includes('{URL}') && own === undefined) {
      const reason = `${name} redirects to your own page afterwards: map unsubscribe_url to its URL in field_map`
      return { kind: 'none', reason, keepsText: true }
    }
    if (code?.includes('{URL}')) return { kind: 'address', code: code.replace('{URL}', () => own ?? '') }
    if (code !== undefined)
      return kind === 'element' || kind === 'html' || code.includes('{TEXT}')
        ? { kind: 'whole', code }
        : { kind: 'address', code }
    const reasons: Record<string, string> = {
      'auto-footer': `${name} adds its own link at the end of the email`,
      'inserted-in-editor': `${name} inserts it in its own editor`,
      'not-applicable': `${name} has none: it sends transactional email`,
      unknown: `the syntax of ${name} is unknown: insert it manually`,
    }
    return { kind: 'none', reason: reasons[kind] ?? `${name} has none`, keepsText: kind === 'unknown' }
  }
  const code =
    link === 'view'
      ? provider.view
      : link === 'preferences'
        ? provider.preferences
        : link === 'address'
          ? provider.address
          : undefined
  if (code === undefined) return { kind: 'none', reason: `${name} has no known tag for it`, keepsText: false }
  return link === 'address' || /^<[a-z]/.test(code) || code.includes('{TEXT}')
    ? { kind: 'whole', code }
    : { kind: 'address', code }
}

/** The link as plain text, for insertion after its label; empty if there is none. */
export function plainLink(form: LinkForm): string {
  if (form.kind === 'address') return form.code
  if (form.kind === 'attribute') return form.page ?? ''
  if (form.kind !== 'whole') return ''
  // Elements are for HTML only; in plain text these providers use the same name in brackets.
  const element = /^<([a-z]+)>\{TEXT\}<\/\1>$/.exec(form.code)?.[1]
  return element === undefined ? form.code.replace('{TEXT}', '') : `[${element}]`
}

/**
 * Replaces the placeholder URL of a link in rendered HTML: the URL alone, or the whole `<a>` around it. The URL must be in a
 * double-quoted `href`.
 */
export function writeLinks(html: string, address: string, form: LinkForm): string {
  let out = html
  for (let at = out.indexOf(address); at >= 0; at = out.indexOf(address, at)) {
    const anchor = anchorAround(out, at)
    const next = anchor === undefined ? inAttribute(form) : wholeLink(anchor, address, form)
    const [start, end] = anchor === undefined ? [at, at + address.length] : [anchor.start, anchor.end]
    out = out.slice(0, start) + next + out.slice(end)
    at = start + next.length
  }
  return out
}

interface Anchor {
  start: number
  end: number
  open: string
  inner: string
}

// The renderer never nests links, and never writes `<` or `>` in an attribute.
function anchorAround(html: string, at: number): Anchor | undefined {
  const start = html.lastIndexOf('<', at)
  const opened = html.indexOf('>', at)
  if (start < 0 || opened < 0 || !/^<a\s/.test(html.slice(start, start + 3))) return undefined
  const close = html.indexOf('</a>', opened)
  if (close < 0) return undefined
  return { start, end: close + 4, open: html.slice(start, opened + 1), inner: html.slice(opened + 1, close) }
}

function wholeLink({ inner, open }: Anchor, address: string, form: LinkForm): string {
  switch (form.kind) {
    case 'address':
      return open.replace(address, () => form.code) + inner + '</a>'
    case 'attribute':
      return open.replace(/^<a/, () => `<a ${form.code}`).replace(address, () => form.page ?? '#') + inner + '</a>'
    case 'whole': {
      const style = / style="[^"]*"/.exec(open)?.[0] ?? ''
      return form.code
        .replace(/^<([a-z]+)>/, (_all, name: string) => `<${name}${style}>`)
        .replace('{TEXT}', () => inner)
    }
    case 'none':
      return form.keepsText ? inner : ''
  }
}

function inAttribute(form: LinkForm): string {
  return form.kind === 'address' ? form.code : form.kind === 'attribute' ? (form.page ?? '#') : '#'
}
