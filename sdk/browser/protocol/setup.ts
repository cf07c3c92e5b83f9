export type Theme = 'light' | 'dark'

/** A merge tag of the host, for the merge tag picker. */
export interface MergeTag {
  /** The key as in documents: `first_name`, `order.total`. */
  key: string
  label?: string | undefined
  sample?: string | undefined
  group?: string | undefined
}

/** An image of the host page. */
export interface HostImage {
  /** http or https; recipients load it. */
  url: string
  /** Describes the image if the block has no description. */
  alt?: string | undefined
}

/** A recipient as whom the preview of the editor shows the email. */
export interface SampleRecipient {
  /** Shown to users. */
  name: string
  /** The values of the merge tags, with lists of any length. */
  data: Readonly<Record<string, unknown>>
}

/** What the editor offers for insertion; what an email already contains stays as it is. */
export interface Palette {
  /** Types of blocks, in the order of the palette; default: all. */
  blocks?: readonly string[] | undefined
  /** False hides the layouts. */
  layouts?: boolean | undefined
  /** Ids of saved modules; false hides them; default: all that the user sees. */
  modules?: readonly string[] | false | undefined
}

/** A kind of link that users choose, beside URLs and the pages of the ESP. The email stores its URL. */
export interface LinkType {
  /** For `pickLink`. */
  name: string
  /** Shown to users. */
  label: string
  /** Offered in this order. Without them the host page chooses, by `pickLink`. */
  links?: readonly { label: string; href: string }[] | undefined
}

/** Named styles that users apply to blocks of a type. The email stores the values. */
export interface StylePreset {
  /** Type of block: `button`, `text`, `section`. */
  type: string
  /** Shown to users. */
  label: string
  /** Members of the style of a block, as in documents. */
  style: Readonly<Record<string, unknown>>
}

/** A text, or texts by language: `{ en: 'Coupon', de: 'Gutschein' }`. */
export type OwnLabel = string | Readonly<Record<string, string>>

/** A field of a block of the host page. */
export interface OwnField {
  /** Letters, digits and `_`; `{{ block.name }}` in the template is its value. */
  name: string
  label: OwnLabel
  kind: 'text' | 'textarea' | 'link' | 'image' | 'color' | 'number' | 'switch' | 'choice'
  default?: string | number | boolean | undefined
  /** For `choice`. */
  options?: readonly { value: string; label: OwnLabel }[] | undefined
  /** For `number`. */
  min?: number | undefined
  max?: number | undefined
}

/** A block of the host page. The email stores the declaration, so it is rendered without the page. */
export interface OwnBlock {
  /** Lower-case letters, digits, `-` and `_`. */
  name: string
  label: OwnLabel
  /** Data of an SVG path in a view box of 24 by 24. */
  icon?: string | undefined
  /** Heading in the palette. */
  category?: OwnLabel | undefined
  fields: readonly OwnField[]
  /** HTML with `{{ block.name }}` and `{% if block.name %}`. */
  template: string
}

/** The configuration of the host page as the editor receives it (interface 2.6), without functions. */
export interface EditorSetup {
  pluginId: string
  emailId: string
  /** The other members of `apiRequestData`. */
  requestData: Record<string, unknown>
  /** ISO 639-1, with or without a region. */
  locale: string
  theme: Theme
  customization: {
    branding: boolean
    logoUrl?: string
    primaryColor?: string
    features: string[]
    /** False disables the checks. */
    checks?: false
  }
  customCSS?: string
  /** The template that a new email starts from. */
  startFrom?: string
  readOnly?: boolean
  mergeTags?: MergeTag[]
  sampleRecipients?: SampleRecipient[]
  palette?: Palette
  linkTypes?: LinkType[]
  stylePresets?: StylePreset[]
  blocks?: OwnBlock[]
  /** The host page chooses images, and stores uploaded ones. */
  pickImage?: true
  uploadImage?: true
  /** The host page chooses links of types without a list. */
  pickLink?: true
}

/** Members of the setup that an open editor can change. */
export const liveMembers = [
  'locale',
  'theme',
  'customization',
  'customCSS',
  'readOnly',
  'mergeTags',
  'sampleRecipients',
  'palette',
  'pickImage',
  'uploadImage',
  'linkTypes',
  'pickLink',
  'stylePresets',
  'blocks',
] as const satisfies (keyof EditorSetup)[]

export const isLiveMember = (name: string) => liveMembers.some((each) => each === name)

export const defaultFeatures: readonly string[] = ['editor', 'preview', 'export', 'ai']

const secretKey = /svc_sk_[0-9a-f]{8}/i

/** Maximum lengths: characters of strings, entries of lists. */
export const setupLimits = {
  emailId: 200,
  locale: 35,
  customCSS: 256 * 1024,
  startFrom: 100,
  mergeTags: 1000,
}

/** Maximum number of links of a type. */
const maxEntries = 1000

/** `#abc` or `#aabbcc`. */
export function isHexColor(text: string): boolean {
  return /^#([\da-f]{3}|[\da-f]{6})$/i.test(text)
}

/** An http(s) URL, a data URL of an image, or a path of the service. */
export function isLogoUrl(text: string): boolean {
  return /^(https?:|data:image\/|\/)/i.test(text)
}

/** The image, without other members; undefined if mail clients could not load its URL. */
export function readHostImage(given: unknown): HostImage | undefined {
  const { alt, url } = objectOf(given)
  if (typeof url !== 'string' || !/^https?:\/\/\S+$/i.test(url)) return undefined
  return { url, ...(typeof alt === 'string' ? { alt } : {}) }
}

/** True for a list of link types without other members. */
export function isLinkTypes(value: unknown): boolean {
  return isListOf(value, 'name', 'label', ({ links, ...others }) => {
    return isEmpty(others) && (links === undefined || isListOf(links, 'label', 'href', isEmpty))
  })
}

/** True for a list of style presets without other members. */
export function isStylePresets(value: unknown): boolean {
  return isListOf(value, 'type', 'label', ({ style, ...others }) => isEmpty(others) && isObject(style))
}

/** Of objects with two texts, whose other members fit. */
function isListOf(
  value: unknown,
  one: string,
  two: string,
  fits: (others: Record<string, unknown>) => boolean,
): boolean {
  if (!Array.isArray(value) || value.length > maxEntries) return false
  return value.every((entry) => {
    const { [one]: first, [two]: second, ...others } = objectOf(entry)
    return textOf(first, 2048) && textOf(second, 2048) && fits(others)
  })
}

function isEmpty(object: object): boolean {
  return Object.keys(object).length === 0
}

/** True if any member contains a Secret Key, which must not be in a browser. */
export function secretIn(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return secretKey.test(value)
  if (typeof value !== 'object' || value === null || depth > 8) return false
  return Object.entries(value).some(([key, inner]) => secretKey.test(key) || secretIn(inner, depth + 1))
}

/**
 * Validates a setup received from the SDK and fills in defaults; undefined if it is invalid. Invalid optional members
 * are dropped: an SDK of another version may have accepted them.
 */
export function readSetup(given: unknown): EditorSetup | undefined {
  const setup = objectOf(given)
  const pluginId = textOf(setup['pluginId'], 100)
  const emailId = textOf(setup['emailId'], setupLimits.emailId)
  if (pluginId === undefined || emailId === undefined) return undefined
  const desired = objectOf(setup['customization'])
  const logoUrl = textOf(desired['logoUrl'], 2048)
  const primaryColor = textOf(desired['primaryColor'], 9)
  const customCSS = textOf(setup['customCSS'], setupLimits.customCSS)
  const startFrom = textOf(setup['startFrom'], setupLimits.startFrom)
  return {
    pluginId,
    emailId,
    requestData: objectOf(setup['requestData']),
    locale: textOf(setup['locale'], setupLimits.locale) ?? 'en',
    theme: setup['theme'] === 'dark' ? 'dark' : 'light',
    customization: {
      branding: desired['branding'] !== false,
      features: Array.isArray(desired['features']) ? desired['features'].filter(isText) : [...defaultFeatures],
      ...(desired['checks'] === false ? { checks: false } : {}),
      ...(logoUrl !== undefined && isLogoUrl(logoUrl) ? { logoUrl } : {}),
      ...(primaryColor !== undefined && isHexColor(primaryColor) ? { primaryColor } : {}),
    },
    ...(customCSS === undefined ? {} : { customCSS }),
    ...(startFrom === undefined ? {} : { startFrom }),
    ...(setup['readOnly'] === true ? { readOnly: true } : {}),
    ...(Array.isArray(setup['mergeTags'])
      ? { mergeTags: setup['mergeTags'].slice(0, setupLimits.mergeTags).flatMap(mergeTagOf) }
      : {}),
    ...(setup['pickImage'] === true ? { pickImage: true } : {}),
    ...(setup['uploadImage'] === true ? { uploadImage: true } : {}),
    ...(setup['pickLink'] === true ? { pickLink: true } : {}),
    ...(isLinkTypes(setup['linkTypes']) ? { linkTypes: setup['linkTypes'] as LinkType[] } : {}),
    ...(isStylePresets(setup['stylePresets']) ? { stylePresets: setup['stylePresets'] as StylePreset[] } : {}),
    ...(Array.isArray(setup['sampleRecipients'])
      ? { sampleRecipients: setup['sampleRecipients'] as SampleRecipient[] }
      : {}),
    ...(Array.isArray(setup['blocks']) ? { blocks: setup['blocks'] as OwnBlock[] } : {}),
    ...(isObject(setup['palette']) ? { palette: paletteOf(setup['palette']) } : {}),
  }
}

function paletteOf({ blocks, layouts, modules }: Record<string, unknown>): Palette {
  return {
    ...(Array.isArray(blocks) ? { blocks: blocks.filter(isText) } : {}),
    ...(layouts === false ? { layouts } : {}),
    ...(Array.isArray(modules) ? { modules: modules.filter(isText) } : modules === false ? { modules } : {}),
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
  return isObject(value) ? value : {}
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function textOf(value: unknown, maxLength: number): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= maxLength ? value : undefined
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}
