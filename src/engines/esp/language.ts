import type {
  Condition,
  Instead,
  Loop,
  MergeTag,
  NativeLanguage,
  Note,
  OpenLoop,
  RegionNode,
  TagPlace,
} from '../data/index.ts'
import { branchOf } from './conditions.ts'
import { type LinkForm, formOf, plainLink, systemLinkAt, writeLinks } from './links.ts'
import { fill } from './patterns.ts'
import type { Provider } from './provider.ts'
import { markRegion } from './regions.ts'
import { type FieldMap, References } from './references.ts'
import { writeTag } from './tags.ts'

/** What is done where the provider has no words. */
export interface Policies {
  /** A condition: what it shows is always shown, or never. */
  condition: 'keep' | 'drop'
  /** A loop: its samples are written out, or nothing. */
  loop: 'samples' | 'drop'
}

export const defaultPolicies: Policies = { condition: 'drop', loop: 'samples' }

export interface LanguageOptions {
  fields?: FieldMap
  policies?: Partial<Policies>
  /** Whether what people may edit at the provider is marked as such. */
  editable?: boolean
}

const placeholder = /zq(\d+)qz/g

/**
 * A provider's language for one rendering. The renderer is given marks that no HTML tool changes; when everything else is
 * done, `finish` puts the provider's own code in their place, byte for byte.
 */
export class ProviderLanguage implements NativeLanguage {
  readonly #provider: Provider
  readonly #references: References
  readonly #policies: Policies
  readonly #isEditable: boolean
  readonly #codes: string[] = []
  readonly #marks = new Map<string, string>()
  readonly #links = new Map<string, LinkForm>()

  constructor(provider: Provider, { fields = {}, policies = {}, editable = false }: LanguageOptions = {}) {
    this.#isEditable = editable
    this.#provider = provider
    this.#references = new References(provider, fields)
    this.#policies = { ...defaultPolicies, ...policies }
  }

  tag(tag: MergeTag, place: TagPlace, note: Note): string {
    const link = systemLinkAt(tag.path)
    if (link === undefined) {
      return this.#mark(writeTag(tag, place, { provider: this.#provider, references: this.#references, note }))
    }
    const form = formOf(link, this.#provider)
    if (form.kind === 'none') note('TARGET_NO_LINK', `The ${link} link was left out: ${form.reason}.`)
    if (form.kind === 'attribute') {
      note(
        'TARGET_NO_LINK',
        `${this.#provider.name} marks your own ${link} page: give the link that is marked its address.`,
      )
    }
    if (place === 'plain') return this.#mark(plainLink(form))
    if (place === 'text' || place === 'style') return this.#mark(form.kind === 'address' ? form.code : plainLink(form))
    const mark = this.#mark(`link ${link}`)
    this.#links.set(mark, form)
    return mark
  }

  literal(text: string, note: Note): string {
    const [opening = ''] = this.#provider.field.split('{NAME}')
    const marker = /^[^\w\s]{2,}/.exec(opening)?.[0]
    if (marker === undefined || !text.includes(marker)) return text
    if (['liquid', 'jinja'].includes(this.#provider.family)) {
      return text.split(marker).join(this.#mark(`{{ '${marker}' }}`))
    }
    note('TARGET_LOOKS_LIKE_TAG', `The text holds “${marker}”, which ${this.#provider.name} takes for a tag.`)
    return text
  }

  condition(condition: Condition, _key: string, note: Note): ((shown: string) => string) | Instead {
    const branch = branchOf(condition, this.#provider, this.#references, note)
    const probe = branch?.('zq', '')
    if (branch === undefined || probe === undefined) {
      note(
        'TARGET_NO_CONDITION',
        `${this.#provider.name} cannot be asked for this condition; ${this.#policies.condition === 'keep' ? 'what it shows is always shown' : 'what it shows was left out'}.`,
      )
      return this.#policies.condition
    }
    const isScope = this.#provider.condition?.scope === 'push' && 'path' in condition
    if (isScope) this.#references.enter(condition.path)
    const tags = probe.split('zq')
    return (shown) => {
      if (isScope) this.#references.leave()
      return tags.map((tag) => this.#mark(tag)).join(shown)
    }
  }

  region(node: RegionNode, html: string): string {
    return this.#isEditable ? markRegion(node, html, this.#provider) : html
  }

  openLoop(loop: Loop, note: Note): OpenLoop | Instead {
    const { loop: words, name } = this.#provider
    if (words === undefined) {
      note(
        'TARGET_NO_LOOP',
        `${name} has no loops; ${this.#policies.loop === 'samples' ? `the samples of ${loop.in} were written` : `the loop over ${loop.in} was left out`}.`,
      )
      return this.#policies.loop
    }
    if (loop.limit !== undefined && this.#provider.family !== 'liquid') {
      note('TARGET_NO_LIMIT', `${name} shows all of ${loop.in}: it has no limit.`)
    }
    const { open } = this.#references.listOf(loop, note)
    this.#references.open(loop)
    return {
      end: () => this.#references.close(),
      write: (round, other) => {
        const opening = this.#limited(fill(open, { ITEM: loop.as }), loop)
        const otherwise = this.#otherwise(other, loop, note)
        return this.#mark(opening) + round + otherwise + this.#mark(fill(words.close, { ITEM: loop.as, LIST: loop.in }))
      },
    }
  }

  /** How a first name with a fallback is written. */
  example(): string {
    return this.finish(this.tag({ path: 'first_name', fallback: 'friend' }, 'plain', () => undefined))
  }

  /** The text of a rendering with the provider's code in it. */
  finish(text: string): string {
    let out = text
    for (const [mark, form] of this.#links) out = writeLinks(out, mark, form)
    return out.replace(placeholder, (_mark, number: string) => this.#codes[Number(number)] ?? '')
  }

  #limited(open: string, { limit }: Loop): string {
    return limit === undefined || this.#provider.family !== 'liquid'
      ? open
      : open.replace(/\s*%\}$/, ` limit:${limit} %}`)
  }

  #otherwise(other: string | undefined, { in: list }: Loop, note: Note): string {
    if (other === undefined) return ''
    const { family, name } = this.#provider
    if (family === 'liquid') return this.#mark('{% else %}') + other
    if (family === 'jinja') return this.#mark(this.#provider.id === 'klaviyo' ? '{% empty %}' : '{% else %}') + other
    if (family === 'handlebars') return this.#mark(this.#provider.condition?.otherwise ?? '{{else}}') + other
    note('TARGET_NO_ELSE', `What stands for an empty ${list} was left out: ${name} cannot be asked for it.`)
    return ''
  }

  #mark(code: string): string {
    if (code === '') return ''
    const known = this.#marks.get(code)
    if (known !== undefined) return known
    const mark = `zq${this.#codes.length}qz`
    this.#codes.push(code)
    this.#marks.set(code, mark)
    return mark
  }
}
