import { type EditorSetup, type MergeTag, type Theme, failureOf, readSetup, secretIn } from './protocol/index.ts'
import { SvcError } from './errors.ts'

/** The argument of `init`. */
export interface PluginConfig {
  /** The Plugin ID of the project, `svc_pk_…`. Public. */
  pluginId: string
  /** Which email: `emailId` is the id of a template, or your own id of it. Whatever else stands here reaches the editor. */
  apiRequestData: { emailId: string; [more: string]: unknown }
  /** Called on every API request; answers the ES-PLUGIN-AUTH token that your backend signs. */
  getAuthToken: () => string | Promise<string>
  /**
   * Where the editor is mounted: an element, also one in a shadow root, or a CSS selector. `#svc-plugin` unless given, which is
   * made at the end of the page where there is none. A container holds one editor.
   */
  container?: HTMLElement | string
  /** ISO 639-1; `en` unless given. */
  locale?: string
  /** `light` unless given. */
  theme?: Theme
  /** Where the editor is loaded from; found by itself where the script comes from there. */
  baseUrl?: string
  customization?: {
    /** False hides the branding. */
    branding?: boolean
    /** About 120 by 30 pixels. */
    logoUrl?: string
    /** Hexadecimal, such as `#3b5bdb`. */
    primaryColor?: string
    /** `['editor', 'preview', 'export', 'ai']` unless given. */
    features?: string[]
    /** False leaves out the checks. */
    checks?: boolean
  }
  /** A style sheet for the editor; the service takes out what could mislead or reach out. */
  customCSS?: string
  /** A session that your backend has made with `POST /init`; without it the editor makes one. */
  session?: { sessionId: string; editorUrl?: string; expiresAt?: number }
  /** A template, your own or a public one, that an email begins with which does not exist yet. */
  startFrom?: string
  /** Shows the email without letting anybody change it. */
  readOnly?: boolean
  /** What your recipients have, for the picker of merge tags. */
  mergeTags?: MergeTag[]
}

/** Checks a configuration and answers what the editor gets of it. Throws INVALID_CONFIG with what is wrong. */
export function readConfig(config: PluginConfig): EditorSetup {
  const given = Object(config) as Partial<PluginConfig>
  const { apiRequestData, customization, customCSS, locale, mergeTags, pluginId, readOnly, startFrom, theme } = given
  // Frameworks hang whole trees on their elements.
  if (secretIn({ ...given, session: undefined, container: undefined }))
    refuse(
      'It holds a Secret Key (svc_sk_…). Keep it on your server, and rotate it: whoever opened this page may have it.',
      false,
    )
  const { emailId, ...requestData } = Object(apiRequestData) as Record<string, unknown>
  if (!pluginId) refuse('pluginId is missing.')
  if (typeof emailId !== 'string' || emailId === '') refuse('apiRequestData.emailId is missing.')
  if (typeof given.getAuthToken !== 'function') refuse('getAuthToken is missing.')
  if (!/^svc_pk_[0-9a-f]{48}$/.test(pluginId)) refuse('pluginId is svc_pk_ and 48 hexadecimal characters.', false)
  // As the editor will read it; functions and the like stay here.
  const plain = JSON.parse(
    JSON.stringify({
      pluginId,
      emailId,
      requestData,
      locale,
      theme,
      customization,
      customCSS,
      startFrom,
      readOnly,
      mergeTags,
    }),
  ) as unknown
  return readSetup(plain) ?? refuse('emailId has at most 200 characters.')
}

function refuse(details: string, isRecoverable = true): never {
  throw new SvcError({ ...failureOf('INVALID_CONFIG', details), isRecoverable })
}
