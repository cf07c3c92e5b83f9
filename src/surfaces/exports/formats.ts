import { type Provider, ProviderLanguage, capabilitiesOf, providers } from '../../email/esp/index.ts'
import { type MailClient, clients } from './clients.ts'

export interface Format {
  id: string
  name: string
  kind: 'format'
  level: 'verified'
  package: string
  capabilities: { fallback: boolean; conditional: boolean; loop: boolean; unsubscribe: boolean; amp: boolean }
  tag_example: string
  mime: string
  extension: string
}

const liquid = { fallback: true, conditional: true, loop: true, unsubscribe: false, amp: false }
const shown = { fallback: false, conditional: false, loop: false, unsubscribe: false, amp: false }
const tagExample = '{{ first_name | default: "friend" }}'

/** In the order of the API. */
export const formats = {
  html: {
    id: 'html',
    name: 'HTML page',
    kind: 'format',
    level: 'verified',
    package: 'html',
    capabilities: liquid,
    tag_example: tagExample,
    mime: 'text/html',
    extension: 'html',
  },
  zip: {
    id: 'zip',
    name: 'ZIP archive of the page, its text and AMP parts and its images',
    kind: 'format',
    level: 'verified',
    package: 'zip-html-images',
    capabilities: { ...liquid, amp: true },
    tag_example: tagExample,
    mime: 'application/zip',
    extension: 'zip',
  },
  pdf: {
    id: 'pdf',
    name: 'PDF of the rendered email',
    kind: 'format',
    level: 'verified',
    package: 'pdf',
    capabilities: shown,
    tag_example: 'Ada',
    mime: 'application/pdf',
    extension: 'pdf',
  },
  png: {
    id: 'png',
    name: 'PNG image of the rendered email',
    kind: 'format',
    level: 'verified',
    package: 'png',
    capabilities: shown,
    tag_example: 'Ada',
    mime: 'image/png',
    extension: 'png',
  },
  text: {
    id: 'text',
    name: 'Plain-text part',
    kind: 'format',
    level: 'verified',
    package: 'text',
    capabilities: liquid,
    tag_example: tagExample,
    mime: 'text/plain',
    extension: 'txt',
  },
  json: {
    id: 'json',
    name: 'Document of schema svc.email/1',
    kind: 'format',
    level: 'verified',
    package: 'json',
    capabilities: liquid,
    tag_example: tagExample,
    mime: 'application/json',
    extension: 'json',
  },
  eml: {
    id: 'eml',
    name: 'Message that mail clients open as a draft',
    kind: 'format',
    level: 'verified',
    package: 'eml',
    capabilities: { ...shown, amp: true },
    tag_example: 'Ada',
    mime: 'message/rfc822',
    extension: 'eml',
  },
  amp: {
    id: 'amp',
    name: 'AMP for Email part',
    kind: 'format',
    level: 'verified',
    package: 'amp',
    capabilities: { ...liquid, amp: true },
    tag_example: tagExample,
    mime: 'text/x-amp-html',
    extension: 'amp.html',
  },
  mjml: {
    id: 'mjml',
    name: 'MJML 5 source',
    kind: 'format',
    level: 'verified',
    package: 'mjml',
    capabilities: liquid,
    tag_example: tagExample,
    mime: 'text/mjml',
    extension: 'mjml',
  },
  esp: {
    id: 'esp',
    name: 'Template language of the ESP in `target`',
    kind: 'format',
    level: 'verified',
    package: 'paste-html',
    capabilities: { ...liquid, unsubscribe: true },
    tag_example: tagExample,
    mime: 'text/html',
    extension: 'html',
  },
} as const satisfies Record<string, Format>

export type FormatId = keyof typeof formats
export const formatIds = Object.keys(formats) as FormatId[]

/**
 * The formats as listed by the API, without fields that only concern files; then email clients, built-in providers and `own`
 * ones.
 */
export function listFormats(own: readonly { provider: Provider; base: string }[] = []) {
  const { data } = (listed ??= makeList())
  return { data: [...data, ...own.map(({ provider, base }) => ({ ...targetOf(provider), extends: base }))] }
}

let listed: ReturnType<typeof makeList> | undefined

function makeList() {
  const own = formatIds
    .filter((id) => id !== 'esp')
    .map((id) => {
      const { mime: _mime, extension: _extension, ...target } = formats[id]
      return target
    })
  return { data: [...own, ...[...clients.values()].map(clientTarget), ...[...providers.values()].map(targetOf)] }
}

function clientTarget({ id, name, isGmail, notes }: MailClient) {
  const { capabilities, tag_example } = formats.eml
  return {
    id,
    name,
    kind: 'client' as const,
    level: 'package-only' as const,
    package: isGmail ? 'eml-and-draft-json' : 'eml',
    capabilities,
    tag_example,
    notes,
  }
}

function targetOf(provider: Provider) {
  const { id, level, name, packages, notes } = provider
  return {
    id,
    name,
    kind: 'esp' as const,
    level,
    package: packages[0] ?? 'paste-html',
    capabilities: capabilitiesOf(provider),
    tag_example: new ProviderLanguage(provider).example(),
    ...(notes === undefined ? {} : { notes }),
  }
}
