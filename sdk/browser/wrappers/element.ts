/** The editor as a custom element: `<svc-editor plugin-id="…" email-id="…" token-url="/editor-token"></svc-editor>`. */
import type { PluginConfig, Svc, SvcEvents } from '../index.ts'
import { type Mounted, type MountedConfig, mountEditor } from './mount.ts'

/** Properties by attribute. A property that is set has precedence. */
const attributes: Readonly<Record<string, Member>> = {
  'plugin-id': 'pluginId',
  'email-id': 'emailId',
  'token-url': 'tokenUrl',
  'base-url': 'baseUrl',
  'start-from': 'startFrom',
  'custom-css': 'customCSS',
  'read-only': 'readOnly',
  locale: 'locale',
  theme: 'theme',
}

const members = [
  'pluginId',
  'emailId',
  'tokenUrl',
  'apiRequestData',
  'getAuthToken',
  'baseUrl',
  'startFrom',
  'customCSS',
  'readOnly',
  'locale',
  'theme',
  'customization',
  'mergeTags',
  'sampleRecipients',
  'palette',
  'pickImage',
  'uploadImage',
  'linkTypes',
  'pickLink',
  'stylePresets',
  'blocks',
  'session',
  'errorPage',
] as const

type Member = (typeof members)[number]

/** For the types of elements in JSX. */
export interface SvcEditorAttributes {
  'plugin-id'?: string
  'email-id'?: string
  /** A URL of your site that responds with the token of the signed-in user as text; instead of `getAuthToken`. */
  'token-url'?: string
  'base-url'?: string
  'start-from'?: string
  'custom-css'?: string
  /** Present, and not `false`. */
  'read-only'?: boolean | '' | 'true' | 'false'
  locale?: string
  theme?: 'light' | 'dark'
}

/** Events are those of the SDK in lower case; `detail` has the payload. They do not bubble. */
export type SvcEditorEventMap = { [Event in keyof SvcEvents as Lowercase<Event>]: CustomEvent<SvcEvents[Event]> }

// A server has no elements, and imports this too.
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement

export class SvcEditorElement extends Base {
  declare pluginId: string | undefined
  /** Instead of `apiRequestData`. */
  declare emailId: string | undefined
  declare tokenUrl: string | undefined
  declare apiRequestData: PluginConfig['apiRequestData'] | undefined
  declare getAuthToken: PluginConfig['getAuthToken'] | undefined
  declare baseUrl: string | undefined
  declare startFrom: string | undefined
  declare customCSS: string | undefined
  declare readOnly: boolean | undefined
  declare locale: string | undefined
  declare theme: PluginConfig['theme']
  declare customization: PluginConfig['customization']
  declare mergeTags: PluginConfig['mergeTags']
  declare sampleRecipients: PluginConfig['sampleRecipients']
  declare palette: PluginConfig['palette']
  declare pickImage: PluginConfig['pickImage']
  declare uploadImage: PluginConfig['uploadImage']
  declare linkTypes: PluginConfig['linkTypes']
  declare pickLink: PluginConfig['pickLink']
  declare stylePresets: PluginConfig['stylePresets']
  declare blocks: PluginConfig['blocks']
  declare session: PluginConfig['session']
  declare errorPage: PluginConfig['errorPage']

  static readonly observedAttributes = Object.keys(attributes)
  readonly #given: Partial<Record<Member, unknown>> = {}
  #mounted: Mounted | undefined
  #isPlanned = false

  static {
    for (const name of members)
      Object.defineProperty(this.prototype, name, {
        configurable: true,
        enumerable: true,
        get(this: SvcEditorElement) {
          return this.#given[name] ?? this.#attribute(name)
        },
        set(this: SvcEditorElement, value: unknown) {
          this.#given[name] = value
          this.#plan()
        },
      })
  }

  /** The calls of the SDK; undefined until the element is in the page with plugin, email and token. */
  get svc(): Svc | undefined {
    return this.#mounted?.svc
  }

  connectedCallback(): void {
    // A framework may have set properties before the element was defined.
    for (const name of members)
      if (Object.hasOwn(this, name)) {
        const value = this[name]
        Reflect.deleteProperty(this, name)
        Object.assign(this, { [name]: value })
      }
    // A browser reloads frames that move; the editor kept what was typed.
    this.#close()
    this.#plan()
  }

  /** For `moveBefore`, which does not reload frames. */
  connectedMoveCallback(): void {}

  disconnectedCallback(): void {
    queueMicrotask(() => {
      if (!this.isConnected) this.#close()
    })
  }

  attributeChangedCallback(): void {
    this.#plan()
  }

  #attribute(name: Member): unknown {
    const [attribute] = Object.entries(attributes).find(([, member]) => member === name) ?? []
    const value = attribute === undefined ? null : this.getAttribute(attribute)
    if (value === null) return undefined
    return name === 'readOnly' ? value !== 'false' : value
  }

  /** Attributes and properties that are set together are applied together. */
  #plan(): void {
    if (this.#isPlanned) return
    this.#isPlanned = true
    queueMicrotask(() => {
      this.#isPlanned = false
      if (!this.isConnected || this.#config() === undefined) return
      if (this.#mounted !== undefined) return this.#mounted.follow()
      this.#mounted = mountEditor({
        container: this.#container(),
        config: () => this.#config() as MountedConfig,
        emit: (event, detail) => void this.dispatchEvent(new CustomEvent(event.toLowerCase(), { detail })),
      })
    })
  }

  #close(): void {
    this.#mounted?.close()
    this.#mounted = undefined
  }

  #container(): HTMLElement {
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
    if (root.firstElementChild !== null) return root.firstElementChild as HTMLElement
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(':host{display:block;height:100%}:host([hidden]){display:none}div{height:100%}')
    root.adoptedStyleSheets = [sheet]
    const container = document.createElement('div')
    root.append(container)
    return container
  }

  /** Undefined as long as something required is missing. */
  #config(): MountedConfig | undefined {
    const { emailId, tokenUrl, ...given } = Object.fromEntries(members.map((name) => [name, this[name]])) as {
      [Name in Member]: SvcEditorElement[Name]
    }
    const apiRequestData = given.apiRequestData ?? (emailId ? { emailId } : undefined)
    const getAuthToken = given.getAuthToken ?? (tokenUrl ? () => fetchToken(tokenUrl) : undefined)
    if (!given.pluginId || apiRequestData === undefined || getAuthToken === undefined) return undefined
    return { ...given, pluginId: given.pluginId, apiRequestData, getAuthToken }
  }
}

async function fetchToken(url: string): Promise<string> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url} responded with ${response.status}.`)
  return response.text()
}

/** Defines `<svc-editor>`, unless the page has it; nothing on a server. */
export function defineElement(): void {
  const registry = globalThis.customElements
  if (registry?.get('svc-editor') === undefined) registry?.define('svc-editor', SvcEditorElement)
}

defineElement()

declare global {
  interface HTMLElementTagNameMap {
    'svc-editor': SvcEditorElement
  }
}
