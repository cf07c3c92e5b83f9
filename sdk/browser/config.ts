import {
  type EditorSetup,
  type ErrorResponse,
  type HostImage,
  type LinkType,
  type OwnBlock,
  type MergeTag,
  type Palette,
  type SampleRecipient,
  type StylePreset,
  type Theme,
  failureOf,
  isHexColor,
  isLinkTypes,
  isLiveMember,
  isLogoUrl,
  isStylePresets,
  secretIn,
  setupLimits,
} from './protocol/index.ts'
import { SvcError } from './errors.ts'

/** The argument of `init`. */
export interface PluginConfig {
  /** The Plugin ID of the project, `svc_pk_…`. Public. */
  pluginId: string
  /**
   * `emailId` is the id of a template, or your own id of it. All other members, which must be JSON, are passed to the
   * editor.
   */
  apiRequestData: { emailId: string; [more: string]: unknown } | ({ emailId: string } & object)
  /** Called on every API request; returns the ES-PLUGIN-AUTH token that your backend signs. */
  getAuthToken: () => string | Promise<string>
  /**
   * An element, also in a shadow root, or a CSS selector. Default: `#svc-plugin`, which is appended to the page if
   * missing. A container holds one editor.
   */
  container?: HTMLElement | string | undefined
  /** ISO 639-1; default `en`. */
  locale?: string | undefined
  /** Default: `light`. */
  theme?: Theme | undefined
  /** The base URL of the service; detected if the script is loaded from it. */
  baseUrl?: string | undefined
  customization?:
    | {
        /** False hides the branding. */
        branding?: boolean | undefined
        /** About 120 by 30 pixels. */
        logoUrl?: string | undefined
        /** Hexadecimal, such as `#3b5bdb`. */
        primaryColor?: string | undefined
        /** Default: `['editor', 'preview', 'export', 'ai']`. */
        features?: readonly string[] | undefined
        /** False disables the checks. */
        checks?: boolean | undefined
      }
    | undefined
  /** CSS for the editor; the service removes what could mislead users or load other resources. */
  customCSS?: string | undefined
  /** A session that your backend created with `POST /init`; default: the editor creates one. */
  session?: { sessionId: string; editorUrl?: string | undefined; expiresAt?: number | undefined } | undefined
  /** Your own or a public template that a new email starts from. */
  startFrom?: string | undefined
  /** Opens the email read-only. */
  readOnly?: boolean | undefined
  /** Merge tags of your recipients, for the merge tag picker. */
  mergeTags?: readonly MergeTag[] | undefined
  /** Recipients as whom the preview shows the email, before those of the project. */
  sampleRecipients?: readonly SampleRecipient[] | undefined
  /** Which blocks, layouts and saved modules are offered; default: all. */
  palette?: Palette | undefined
  /**
   * Opens your image picker in place of the image library, with the URL of the image that is replaced; returns the chosen
   * image, nothing if the user canceled, or `library` to open the library of the service.
   */
  pickImage?: ((current: { url?: string }) => Promise<HostImage | 'library' | null | undefined>) | undefined
  /** Stores uploaded, dropped and pasted images in place of the service, and returns the URL that recipients load. */
  uploadImage?: ((file: File) => Promise<HostImage>) | undefined
  /** Kinds of links that users choose, with a list of each, or `pickLink`. */
  linkTypes?: readonly LinkType[] | undefined
  /**
   * Opens your picker for a link type without a list, with the URL of the link so far; returns the chosen URL, or nothing if
   * the user canceled.
   */
  pickLink?: ((current: { type: string; href?: string }) => Promise<{ href: string } | null | undefined>) | undefined
  /** Named styles that users apply to blocks of a type. */
  stylePresets?: readonly StylePreset[] | undefined
  /** Blocks of your own, with fields and an HTML template. */
  blocks?: readonly OwnBlock[] | undefined
  /**
   * Called if the editor cannot be opened, with a function that opens it again. The returned element replaces the page
   * that explains the failure; without one the container is empty.
   */
  errorPage?: ((failure: ErrorResponse, retry: () => Promise<void>) => ChildNode | undefined | void) | undefined
}

/** Members of the configuration that `update` changes in the open editor. */
export type LiveConfig = Partial<
  Pick<
    PluginConfig,
    | 'locale'
    | 'theme'
    | 'customization'
    | 'customCSS'
    | 'readOnly'
    | 'mergeTags'
    | 'sampleRecipients'
    | 'palette'
    | 'pickImage'
    | 'uploadImage'
    | 'linkTypes'
    | 'pickLink'
    | 'stylePresets'
    | 'blocks'
    | 'getAuthToken'
    | 'errorPage'
  >
>

/** Maximum numbers of entries. */
const listLimits = { sampleRecipients: 50, linkTypes: 50, stylePresets: 200, blocks: 100 }

type Rule = [fits: (value: unknown) => boolean, expected: string, ...members: string[]]

/** The types of optional members, for pages without a compiler. */
const rules: Rule[] = [
  [(value) => typeof value === 'object' && !Array.isArray(value), 'an object', 'customization', 'session', 'palette'],
  [
    isText,
    'a string',
    'locale',
    'baseUrl',
    'customCSS',
    'startFrom',
    'customization.logoUrl',
    'customization.primaryColor',
    'session.sessionId',
    'session.editorUrl',
  ],
  [
    (value) => typeof value === 'boolean',
    'true or false',
    'readOnly',
    'customization.branding',
    'customization.checks',
    'palette.layouts',
  ],
  [(value) => value === 'light' || value === 'dark', 'light or dark', 'theme'],
  [(value) => typeof value === 'function', 'a function', 'errorPage', 'pickImage', 'uploadImage', 'pickLink'],
  [Number.isFinite, 'a number', 'session.expiresAt'],
  [isTexts, 'a list of strings', 'customization.features', 'palette.blocks'],
  [(value) => value === false || isTexts(value), 'a list of strings, or false', 'palette.modules'],
  [isLinkTypes, 'a list of { name, label, links: [{ label, href }] }', 'linkTypes'],
  [isListWith('template'), 'a list of { name, label, fields, template }', 'blocks'],
  [isListWith('data'), 'a list of { name, data }', 'sampleRecipients'],
  [isStylePresets, 'a list of { type, label, style }', 'stylePresets'],
  [isListWith('key'), 'a list of objects with a key', 'mergeTags'],
]

const names = [
  'pluginId',
  'apiRequestData',
  'getAuthToken',
  'container',
  ...rules.flatMap(([, , ...members]) => members),
]

/**
 * Validates a configuration and returns what the editor receives of it. Throws INVALID_CONFIG with the invalid member.
 */
export function readConfig(config: PluginConfig): Pick<EditorSetup, 'pluginId' | 'theme' | 'locale'> {
  const given = Object(config) as Partial<PluginConfig>
  const {
    apiRequestData,
    blocks,
    customization,
    customCSS,
    linkTypes,
    mergeTags,
    palette,
    pluginId,
    readOnly,
    sampleRecipients,
    session,
    startFrom,
    stylePresets,
  } = given
  if (typeof document === 'undefined') refuse('init needs a browser.')
  // Frameworks attach whole trees to their elements.
  if (secretIn({ ...given, session: undefined, container: undefined }))
    refuse('It contains a Secret Key (svc_sk_…). Keep it on your server and rotate it: visitors may have it.', false)
  const { emailId, ...requestData } = Object(apiRequestData) as Record<string, unknown>
  if (!pluginId) refuse('pluginId is missing.')
  if (!isText(emailId) || emailId === '') refuse('apiRequestData.emailId is missing.')
  if (typeof given.getAuthToken !== 'function') refuse('getAuthToken is missing.')
  if (!/^svc_pk_[0-9a-f]{48}$/.test(pluginId)) refuse('pluginId must be svc_pk_ and 48 hexadecimal characters.', false)
  for (const [fits, expected, ...members] of rules)
    for (const member of members) {
      const value = valueAt(given, member)
      if (value != null && !fits(value)) refuse(`${member} must be ${expected}.`)
    }
  if (linkTypes?.some(({ links }) => !links) && !given.pickLink) refuse('linkTypes without links need pickLink.')
  for (const path of [
    ...Object.keys(given),
    ...Object.keys(Object(customization)).map((name) => `customization.${name}`),
    ...Object.keys(Object(palette)).map((name) => `palette.${name}`),
  ])
    if (!names.includes(path) && valueAt(given, path) != null) refuse(`${path} is unknown.${hintFor(path)}`)
  if (session && !session.sessionId) refuse('session.sessionId is missing.')
  warnUnless(isLogoUrl, 'logoUrl', customization)
  warnUnless(isHexColor, 'primaryColor', customization)
  const setup = {
    pluginId,
    emailId,
    requestData,
    locale: given.locale || 'en',
    theme: given.theme ?? 'light',
    customization,
    customCSS,
    startFrom,
    readOnly,
    mergeTags,
    sampleRecipients,
    palette,
    pickImage: given.pickImage && true,
    uploadImage: given.uploadImage && true,
    linkTypes,
    pickLink: given.pickLink && true,
    stylePresets,
    blocks,
  }
  for (const [member, max] of Object.entries({ ...setupLimits, ...listLimits }))
    if (Object(setup[member as 'emailId']).length > max) refuse(`${member} exceeds a length of ${max}.`)
  try {
    // As the editor receives it; functions are dropped.
    return JSON.parse(JSON.stringify(setup)) as typeof setup
  } catch (error) {
    return refuse(`apiRequestData must be JSON: ${(error as Error).message}`)
  }
}

/**
 * The members of `options` as an open editor receives them, with null for defaults. Throws INVALID_CONFIG with the first
 * member that cannot change; `current` is the configuration so far.
 */
export function readUpdate(current: PluginConfig, options: LiveConfig): Record<string, unknown> {
  const setup: Record<string, unknown> = readConfig({ ...current, ...options })
  const read: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(Object(options) as LiveConfig))
    if (isLiveMember(name)) read[name] = setup[name] ?? null
    else if (name !== 'getAuthToken' && name !== 'errorPage' && value !== current[name as 'theme'])
      refuse(`${name} cannot change while the editor is open. Call init.`)
  return read
}

function valueAt(given: unknown, path: string): unknown {
  return path.split('.').reduce((inner, name) => Object(inner)[name], given)
}

/** Names the option with the fewest typos, at most two, else one that shares the first or the last four letters. */
function hintFor(path: string): string {
  const parent = (name: string) => name.slice(0, name.lastIndexOf('.') + 1)
  const own = (name: string) => name.slice(parent(name).length).toLowerCase()
  const member = own(path)
  const typos = (name: string) => typosBetween(member, own(name)) + Number(parent(name) !== parent(path)) / 2
  const [near] = names
    .filter((name) => typos(name) < Math.min(3, member.length / 2))
    .sort((one, other) => typos(one) - typos(other))
  const parts = [member.slice(0, 4), member.slice(-4)]
  const name = near ?? names.find((each) => parts.some((part) => own(each).includes(part)))
  return name ? ` Did you mean ${name}?` : ''
}

/** Letters to add, remove or replace (Levenshtein). */
function typosBetween(one: string, other: string): number {
  let last = [...other, ''].map((_, at) => at)
  for (const letter of one) {
    const row = [(last[0] as number) + 1]
    for (let at = 0; at < other.length; at++)
      row.push(
        Math.min(
          (row[at] as number) + 1,
          (last[at + 1] as number) + 1,
          (last[at] as number) + Number(letter !== other[at]),
        ),
      )
    last = row
  }
  return last.at(-1) as number
}

function warnUnless(
  fits: (value: string) => boolean,
  name: 'logoUrl' | 'primaryColor',
  given: PluginConfig['customization'],
) {
  const value = given?.[name]
  if (value && !fits(value)) console.warn(`svc: customization.${name} is ignored: ${value}`)
}

/** The editor validates the other members. */
function isListWith(member: string) {
  return (value: unknown) => Array.isArray(value) && value.every((each) => Object(each)[member])
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every(isText)
}

function refuse(details: string, isRecoverable = true): never {
  throw new SvcError({ ...failureOf('INVALID_CONFIG', details), isRecoverable })
}
