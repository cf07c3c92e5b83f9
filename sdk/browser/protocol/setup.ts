export type Theme = 'light' | 'dark'

/** A merge tag that the host's recipients have, for the editor's picker. */
export interface MergeTag {
  /** The key as documents write it: `first_name`, `order.total`. */
  key: string
  label?: string
  /** What previews show in its place. */
  sample?: string
  group?: string
}

/** What the host page configured, as the editor gets it (interface 2.6). Functions stay on the host's side. */
export interface EditorSetup {
  pluginId: string
  emailId: string
  /** The rest of `apiRequestData`. */
  requestData: Record<string, unknown>
  /** ISO 639-1, with or without a region. */
  locale: string
  theme: Theme
  customization: {
    branding: boolean
    logoUrl?: string
    primaryColor?: string
    features: string[]
    /** Given when the host wants no checks. */
    checks?: false
  }
  customCSS?: string
  /** A template whose content an email that does not exist yet begins with. */
  startFrom?: string
  readOnly?: boolean
  mergeTags?: MergeTag[]
}

/** What is switched on unless the host says otherwise. */
export const defaultFeatures: readonly string[] = ['editor', 'preview', 'export', 'ai']

const secretKey = /svc_sk_[0-9a-f]{8}/i
const mostMergeTags = 1000

/** Whether a Secret Key hides anywhere in the configuration: then it is in the browser, where everybody can read it. */
export function secretIn(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return secretKey.test(value)
  if (typeof value !== 'object' || value === null || depth > 8) return false
  return Object.entries(value).some(([key, inner]) => secretKey.test(key) || secretIn(inner, depth + 1))
}

/**
 * Checks a setup that came over the bridge and answers it with defaults. Undefined when it is not one; what is optional and
 * wrong is left out, so that a spelling mistake in a colour does not keep anybody from editing.
 */
export function readSetup(given: unknown): EditorSetup | undefined {
  const setup = objectOf(given)
  const pluginId = textOf(setup['pluginId'], 100)
  const emailId = textOf(setup['emailId'], 200)
  if (pluginId === undefined || emailId === undefined) return undefined
  const wished = objectOf(setup['customization'])
  const logoUrl = textOf(wished['logoUrl'], 2048)
  const primaryColor = textOf(wished['primaryColor'], 9)
  const customCSS = textOf(setup['customCSS'], 256 * 1024)
  const startFrom = textOf(setup['startFrom'], 100)
  const tags = Array.isArray(setup['mergeTags']) ? setup['mergeTags'].slice(0, mostMergeTags).flatMap(mergeTagOf) : []
  return {
    pluginId,
    emailId,
    requestData: objectOf(setup['requestData']),
    locale: textOf(setup['locale'], 35) ?? 'en',
    theme: setup['theme'] === 'dark' ? 'dark' : 'light',
    customization: {
      branding: wished['branding'] !== false,
      features: Array.isArray(wished['features']) ? wished['features'].filter(isText) : [...defaultFeatures],
      ...(wished['checks'] === false ? { checks: false } : {}),
      ...(logoUrl !== undefined && /^(https?:|data:image\/|\/)/i.test(logoUrl) ? { logoUrl } : {}),
      ...(primaryColor !== undefined && /^#([\da-f]{3}|[\da-f]{6})$/i.test(primaryColor) ? { primaryColor } : {}),
    },
    ...(customCSS === undefined ? {} : { customCSS }),
    ...(startFrom === undefined ? {} : { startFrom }),
    ...(setup['readOnly'] === true ? { readOnly: true } : {}),
    ...(tags.length === 0 ? {} : { mergeTags: tags }),
  }
}

function mergeTagOf(given: unknown): MergeTag[] {
  const tag = objectOf(given)
  const key = textOf(tag['key'], 200)
  if (key === undefined) return []
  const rest = ['label', 'sample', 'group'].flatMap((name) => {
    const text = textOf(tag[name], 200)
    return text === undefined ? [] : [[name, text] as const]
  })
  return [{ key, ...Object.fromEntries(rest) }]
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}

function textOf(value: unknown, longest: number): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= longest ? value : undefined
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}
