import { type Condition, isPath } from '../../data/index.ts'
import type { LinkRole } from '../../document/index.ts'
import { handlebarsTag, rawTag, type Scope } from './handlebars.ts'
import { type ExtractedTag, maxDepth, opaque, opening } from './extracted.ts'
import { type LiquidAround, liquidTag, liquidValue } from './liquid-tags.ts'

/**
 * Determines the meaning of each tag, in source order: `{{name}}` depends on the enclosing blocks. Ambiguous tags are
 * opaque. `fullSource` is the source of the tags.
 */
export function createDialects(fullSource: string): (source: string, end: number) => ExtractedTag {
  const scopes: Scope[] = []
  let ends: Set<string> | undefined
  const hasEnd = (word: string) => (ends ??= endsIn(fullSource)).has(word)
  let isLiquid: boolean | undefined
  const isRun = () => (isLiquid ??= !isDjango(fullSource))
  let looked = 0
  return (source, end) => {
    const body = (name: string) => (looked++ < maxSections ? bodyOf(fullSource, end, name) : undefined)
    const isDeep = scopes.length > maxDepth
    const tag = isDeep ? shallow(source) : meaningOf(source, { scopes, body, hasEnd, isRun })
    const within = isDeep ? undefined : scopes.findLast(({ as }) => as !== undefined)?.tag
    const isImplicit = source.startsWith('{{')
    if (within !== undefined && isImplicit && tag.kind !== 'opaque' && tag.kind !== 'role')
      Object.assign(tag, { within })
    if (tag.kind === 'if' || (tag.kind === 'opaque' && tag.opens === true)) {
      scopes.push({ tag, as: tag.kind === 'if' ? tag.scopePath : undefined, isLoop: false })
    } else if (tag.kind === 'each') scopes.push({ tag, as: isImplicit ? tag.as : undefined, isLoop: true })
    else if (tag.kind === 'end') scopes.pop()
    return tag
  }
}

/** Maximum number of sections whose content is inspected. */
const maxSections = 200
// Beyond the nesting limit tags have no meaning, but end tags still close their blocks.
function shallow(source: string): ExtractedTag {
  if (/^\{\{~?\s*\/|^\{%-?\s*end/.test(source)) return { kind: 'end', source }
  return /^\{\{~?\s*[#^]|^\{%-?\s*(?:if|for|unless)\b/.test(source) ? opening(source) : opaque(source)
}

/** Maximum length of inspected section content, in characters. */
const maxSectionLength = 20_000

// The content of a section; `from` is the end of its opening tag.
function bodyOf(fullSource: string, from: number, name: string): string | undefined {
  const end = new RegExp(`\\{\\{~?\\s{0,9}/\\s{0,9}${name.replace(/[^\w-]/g, '\\$&')}\\s{0,9}~?\\}\\}`)
  const stretch = fullSource.slice(from, from + maxSectionLength)
  const at = stretch.search(end)
  return at < 0 ? undefined : stretch.slice(0, at)
}

function endsIn(fullSource: string): Set<string> {
  return new Set([...fullSource.matchAll(/\{%-?\s{0,9}end(\w{1,40})/g)].map((match) => match[1] ?? ''))
}

// Tags of Django and Jinja that no Liquid dialect has.
const djangoWord =
  /\{%[-+]?\s{0,9}(?:load|trans|translate|blocktrans|blocktranslate|url|static|extends|macro|set|elif|autoescape|spaceless|filter|now|firstof|ifchanged|regroup|with)\s/

function isDjango(fullSource: string): boolean {
  return djangoWord.test(fullSource)
}

interface Around extends LiquidAround {
  scopes: readonly Scope[]
  body(name: string): string | undefined
}

function meaningOf(source: string, around: Around): ExtractedTag {
  if (source.startsWith('{{!') || source.startsWith('{#')) return { kind: 'comment', source }
  if (source.startsWith('{{{')) return rawTag(source, inner(source, 3), around.scopes)
  if (source.startsWith('{{')) return braces(source, around)
  if (/^\{%[-+]?\s*comment\b[\s\S]*endcomment/.test(source)) return { kind: 'comment', source }
  if (source.startsWith('{%')) return liquidTag(source, inner(source, 2), around)
  if (source.startsWith('*|')) return mailchimp(source)
  if (source.startsWith('%%')) return marketingCloud(source)
  if (!source.startsWith('<%')) return placeholderTag(source)
  return scriptTag(source)
}

function inner(source: string, length: number): string {
  return source
    .slice(length, -length)
    .replace(/^[-~]|[-~]$/g, '')
    .trim()
}

function braces(source: string, around: Around): ExtractedTag {
  const text = inner(source, 2)
  if (text.startsWith('&')) return rawTag(source, text.slice(1).trim(), around.scopes)
  return handlebarsTag(source, text, around) ?? liquidValue(source, text)
}

function conditionTag(source: string, path: string, isNegated: boolean): ExtractedTag {
  return { kind: 'if', source, condition: { op: isNegated ? 'empty' : 'exists', path } }
}

const mailchimpRoles: Record<string, LinkRole> = {
  UNSUB: 'unsubscribe',
  ARCHIVE: 'view',
  UPDATE_PROFILE: 'preferences',
  FORWARD: 'forward',
}
// Values of the ESP itself or of the date, not of the recipient.
const mailchimpOwn = /[:]|^(?:MC_|LIST_|USER_|CURRENT_|DATE|REWARDS|HTML|SHARE|ABOUT|DESCRIPTION)/

function mailchimp(source: string): ExtractedTag {
  const text = inner(source, 2)
  const [, word = '', rest = ''] = /^(IFNOT|IF|ELSEIF|ELSE|END):(.*)$/i.exec(text) ?? []
  switch (word.toUpperCase()) {
    case 'IF':
    case 'IFNOT': {
      const compared = /^([A-Z0-9_]+)\s*(=|!=)([^<>]*)$/.exec(rest)
      if (compared !== null && word.toUpperCase() === 'IF') {
        const condition: Condition = {
          op: compared[2] === '=' ? 'eq' : 'ne',
          path: compared[1] ?? '',
          value: (compared[3] ?? '').trim(),
        }
        return isPath(condition.path) ? { kind: 'if', source, condition } : opaque(source, true)
      }
      return isPath(rest) ? conditionTag(source, rest, word.toUpperCase() === 'IFNOT') : opaque(source, true)
    }
    case 'ELSE':
      return { kind: 'else', source }
    case 'END':
      return { kind: 'end', source }
  }
  const role = Object.hasOwn(mailchimpRoles, text) ? mailchimpRoles[text] : undefined
  if (role !== undefined) return { kind: 'role', source, role }
  return isPath(text) && !mailchimpOwn.test(text)
    ? { kind: 'value', source, liquid: `{{ ${text} }}` }
    : opaque(source, true)
}

const marketingCloudRoles: Record<string, LinkRole> = {
  unsub_center_url: 'unsubscribe',
  subscription_center_url: 'preferences',
  profile_center_url: 'preferences',
  view_email_url: 'view',
  ftaf_url: 'forward',
}

function marketingCloud(source: string): ExtractedTag {
  const text = source.slice(2, -2).trim()
  const key = text.toLowerCase()
  if (Object.hasOwn(marketingCloudRoles, key)) {
    return { kind: 'role', source, role: marketingCloudRoles[key] as LinkRole }
  }
  return isPath(text) && !/^(?:member_|xt|_)/i.test(text)
    ? { kind: 'value', source, liquid: `{{ ${text} }}` }
    : opaque(source, true)
}

// Names of links in ESPs that write `[name]`, `%NAME%` or `{$name}`, without case, punctuation, `url` and `link`: SendGrid,
// Brevo, Campaign Monitor, ActiveCampaign, MailerLite and templates that leave a name to replace.
const placeholderRoles: Record<string, LinkRole> = {
  unsubscribe: 'unsubscribe',
  unsub: 'unsubscribe',
  optout: 'unsubscribe',
  weblink: 'view',
  webversion: 'view',
  webview: 'view',
  mirror: 'view',
  viewinbrowser: 'view',
  viewonline: 'view',
  browser: 'view',
  preferences: 'preferences',
  unsubscribepreferences: 'preferences',
  managepreferences: 'preferences',
  updateprofile: 'preferences',
  forward: 'forward',
  forwardtoafriend: 'forward',
}

function placeholderTag(source: string): ExtractedTag {
  const letters = source.toLowerCase().replace(/[^a-z]/g, '')
  const name = letters === 'weblink' ? letters : letters.replace(/(?:url|link)$/, '')
  const role = Object.hasOwn(placeholderRoles, name) ? placeholderRoles[name] : undefined
  return role === undefined ? opaque(source) : { kind: 'role', source, role }
}

// Twilio SendGrid, "Substitution tags": the links of its unsubscribe groups.
const sendGridRoles: Record<string, LinkRole> = {
  asm_group_unsubscribe_raw_url: 'unsubscribe',
  asm_global_unsubscribe_raw_url: 'unsubscribe',
  asm_preferences_raw_url: 'preferences',
}

/**
 * The meaning of a tag `<% … %>` of EJS and related languages, whose content is JavaScript. In linear time: in each pattern
 * a run of white space belongs to one quantifier only.
 */
function scriptTag(source: string): ExtractedTag {
  const text = source
    .slice(2, -2)
    .replace(/^_|[-_]$/g, '')
    .trim()
  if (text.startsWith('#')) return { kind: 'comment', source }
  if (Object.hasOwn(sendGridRoles, text)) return { kind: 'role', source, role: sendGridRoles[text] as LinkRole }
  const value = /^([=-])\s*([\s\S]*?);?$/.exec(text)
  if (value !== null) {
    const path = pathOf(value[2] ?? '')
    if (path === undefined) return opaque(source)
    return { kind: 'value', source, liquid: value[1] === '=' ? `{{ ${path} }}` : `{{ ${path} | raw }}` }
  }
  if (/^\}\s*(?:\)\s*)?;?$/.test(text)) return { kind: 'end', source }
  if (/^\}\s*else\s*\{$/.test(text)) return { kind: 'else', source }
  const [, not, tested = ''] = /^if\s*\(\s*(?:(!)\s*)?([\w.]+)\s*\)\s*\{$/.exec(text) ?? []
  const condition = pathOf(tested)
  if (condition !== undefined)
    return { kind: 'if', source, condition: { op: not === '!' ? 'empty' : 'exists', path: condition } }
  const looped = /^for\s*\(\s*(?:const|let|var)\s+(\w+)\s+of\s+([\w.]+)\s*\)\s*\{$/.exec(text)
  const each =
    looped ?? /^([\w.]+)\.forEach\(\s*(?:function\s*\(\s*)?(?:\(\s*)?(\w+)\s*(?:\)\s*)?(?:=>\s*)?\{$/.exec(text)
  if (each === null) return text.endsWith('{') ? opening(source) : opaque(source)
  const [as = '', list = ''] = looped === null ? [each[2], each[1]] : [each[1], each[2]]
  const path = pathOf(list)
  return path === undefined ? opening(source) : { kind: 'each', source, in: path, as }
}

// `locals` is the whole data object.
function pathOf(text: string): string | undefined {
  const path = text.trim().replace(/^locals\./, '')
  return isPath(path) ? path : undefined
}
