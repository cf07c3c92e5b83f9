import { adapters } from '../../../src/email/push/index.ts'
import { idPattern } from '../../../src/kernel/ids/index.ts'

/** A regular expression whose source is computed at run time, with expressions that represent all it can become. */
interface DynamicSamples {
  readonly file: string
  /** The expression that computes the source, as it is written there. */
  readonly code: string
  /** Why the samples represent all of them. */
  readonly because: string
  readonly samples: () => readonly RegExp[]
}

const names = 'a name or word whose signs are escaped, or which has none'

/** Every regular expression of the product whose source cannot be read from constants. */
export const dynamicPatterns: readonly DynamicSamples[] = [
  {
    file: 'src/kernel/schema/external.ts',
    code: '`^(${id}|${externalPrefix}${noControl}{1,${limits.externalIdLength}}${word})$`',
    because: 'an id of one of the four kinds, or the prefix and as many characters as the limit allows',
    samples: () => [/^(tpl_[0-9a-hjkmnp-tv-z]{26}|ext:[^\u0000-\u001f\u007f]{1,255})$/],
  },
  {
    file: 'src/kernel/schema/external.ts',
    code: '`^(?!${externalPrefix})(?!${anyIdPattern()}$)${noControl}{1,${limits.externalIdLength}}$`',
    because: 'the pattern of any id is a list of prefixes and a count of characters',
    samples: () => [/^(?!ext:)(?!(?:tpl|fld|mod|ast)_[0-9a-hjkmnp-tv-z]{26}$)[^\u0000-\u001f\u007f]{1,255}$/],
  },
  {
    file: 'src/kernel/schema/external.ts',
    code: '`^(?:${externalPrefix}${noControl}{1,${limits.externalIdLength}}|${name}{1,${limits.nameLength}})$`',
    because: 'the name is the pattern of GivenName, whose look-ahead is one class repeated',
    samples: () => [/^(?:ext:[^\u0000-\u001f\u007f]{1,255}|(?=[\s\u00ad]*[^\s\u00ad])[^\u0000-\u001f\u007f]{1,200})$/],
  },
  {
    file: 'src/email/blocks/html/html-to-text.ts',
    code: '`</${name}`',
    because: names,
    samples: () => [/<\/style/i],
  },
  {
    file: 'src/email/blocks/html/html-to-text.ts',
    code: '`\\\\s${name}\\\\s*=\\\\s*(?:"([^"]*)"|\'([^\']*)\')`',
    because: names,
    samples: () => [/\shref\s*=\s*(?:"([^"]*)"|'([^']*)')/i],
  },
  {
    file: 'src/email/document/reading/compile.ts',
    code: 'schema.pattern as string',
    because: 'the patterns of block schemas, which are found where they are written',
    samples: () => [],
  },
  {
    file: 'src/email/document/reading/compile.ts',
    code: 'pattern',
    because: 'the patterns of names in block schemas, which are found where they are written',
    samples: () => [],
  },
  {
    file: 'src/email/document/rich-text/marks.ts',
    code: "font.pattern ?? ''",
    because: 'the pattern of the font schema, which is found where it is written',
    samples: () => [],
  },
  {
    file: 'src/email/document/rich-text/tokens.ts',
    code: '`</${name}[^<>]*>`',
    because: names,
    samples: () => [/<\/style[^<>]*>/gi],
  },
  {
    file: 'src/email/esp/language.ts',
    code: "`${tag === undefined ? '' : `(${tag})|`}&#?\\\\w+;|[^\\\\w\\\\s]`",
    because: 'the tags of a family are constants of the file',
    samples: () => [/&#?\w+;|[^\w\s]/g],
  },
  {
    file: 'src/email/formats/tags/hide-tags.ts',
    code: '`${prefix}(\\\\d{1,7})z`',
    because: names,
    samples: () => [/zq0z(\d{1,7})z/g],
  },
  {
    file: 'src/email/image/probe/svg.ts',
    code: '`\\\\s${name}\\\\s*=\\\\s*(?:"([^"]*)"|\'([^\']*)\')`',
    because: names,
    samples: () => [/\sviewBox\s*=\s*(?:"([^"]*)"|'([^']*)')/],
  },
  {
    file: 'src/email/import/paste/tables.ts',
    code: '`\\\\b${name}\\\\s*=\\\\s*["\']?(\\\\d{1,3})`',
    because: names,
    samples: () => [/\bcolspan\s*=\s*["']?(\d{1,3})/i],
  },
  {
    file: 'src/email/import/tags/dialects.ts',
    code: "`\\\\{\\\\{~?\\\\s{0,9}/\\\\s{0,9}${name.replace(/[^\\w-]/g, '\\\\$&')}\\\\s{0,9}~?\\\\}\\\\}`",
    because: names,
    samples: () => [/\{\{~?\s{0,9}\/\s{0,9}if\s{0,9}~?\}\}/],
  },
  {
    file: 'src/email/import/tags/handlebars.ts',
    code: "`\\\\{\\\\{[{&]?\\\\s*${name.replaceAll('.', '\\\\.')}\\\\s*\\\\}\\\\}`",
    because: names,
    samples: () => [/\{\{[{&]?\s*order\.items\s*\}\}/],
  },
  {
    file: 'src/email/lint/client-support/css-features.ts',
    code: '`\\\\d${unit}\\\\b`',
    because: 'the units are constants of the file',
    samples: () => [/\dvmin\b/],
  },
  {
    file: 'src/email/lint/rules/data/misspelled-field.ts',
    code: "`(\\\\{\\\\{\\\\s*)${path.replaceAll('.', '\\\\.')}(?![\\\\p{L}\\\\p{N}_.-])`",
    because: names,
    samples: () => [/(\{\{\s*)contact\.name(?![\p{L}\p{N}_.-])/gu],
  },
  {
    file: 'src/email/lint/rules/links/utm-uneven.ts',
    code: '`[?&]${name}=`',
    because: names,
    samples: () => [/[?&]utm_source=/],
  },
  {
    file: 'src/deliverability/smtp/classify/classify.ts',
    code: '`<?${wordOf(sender)}>?`',
    because: names,
    samples: () => [/<?(?<![\w.-])me@example\.com(?![\w-])>?/gi],
  },
  {
    file: 'src/deliverability/smtp/classify/classify.ts',
    code: 'wordOf(part)',
    because: names,
    samples: () => [/(?<![\w.-])me@example\.com(?![\w-])/gi],
  },
  {
    file: 'src/deliverability/smtp/classify/languages.ts',
    code: "[ ...languages.flatMap(({ mailbox, after, before }) => [ `(?<![\\\\p{L}-])(?:${mailbox})(?: <…>)? (?:${after})(?!\\\\p{L})`, ...(before === undefined ? [] : [`(?<!\\\\p{L})(?:${before}) (?:${mailbox})(?!\\\\p{L})`]), ]), eastern, ].join('|')",
    because: 'the words of the languages are constants of the file, and each alternative begins with words of its own',
    samples: () => [
      /(?<![\p{L}-])(?:casella|usu.{1,2}rio)(?: <…>)? (?:sconosciut[oa]|n.{1,2}o (?:existe|encontrad[oa]))(?!\p{L})/u,
      /(?<!\p{L})(?:nezn.{1,2}m.{1,2}) (?:u.{1,2}ivatel|p.{1,2}.{1,2}jemce)(?!\p{L})/u,
    ],
  },
  {
    file: 'src/kernel/ids/id.ts',
    code: 'idPattern(kind)',
    because: 'kinds differ in their prefix',
    samples: () => [new RegExp(idPattern('template'))],
  },
  {
    file: 'src/kernel/schema/pieces.ts',
    code: 'idPattern(kind)',
    because: 'kinds differ in their prefix',
    samples: () => [new RegExp(idPattern('project'))],
  },
  {
    file: 'src/platform/http/entry/multipart.ts',
    code: '`;\\\\s*${key}=(?:"((?:[^"\\\\\\\\]|\\\\\\\\.)*)"|([^;\\\\s]+))`',
    because: names,
    samples: () => [/;\s*filename=(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i],
  },
  {
    file: 'src/surfaces/assets/versions/show-version.ts',
    code: '`(/cdn/${assetId}(?:\\\\.\\\\d+)?/[^/?#"\'\\\\s<>()\\\\\\\\]+)(\\\\?[^#"\'\\\\s<>()\\\\\\\\]*)?`',
    because: 'the id of an asset has the shape of all ids',
    samples: () => [/(\/cdn\/ast_01kah3zqpfx9y8w7v6t5s4r3q2(?:\.\d+)?\/[^/?#"'\s<>()\\]+)(\?[^#"'\s<>()\\]*)?/g],
  },
  {
    file: 'src/surfaces/connections/accounts/check-account.ts',
    code: '`^(?:${pattern})$`',
    because: 'the fields of all providers',
    samples: () =>
      [...adapters.values()]
        .flatMap(({ credentials, settings }) => [...credentials, ...settings])
        .flatMap(({ pattern }) => (pattern === undefined ? [] : [new RegExp(`^(?:${pattern})$`)])),
  },
  {
    file: 'src/surfaces/templates/library/listing/highlight.ts',
    code: "alternatives.join('|')",
    because: 'words whose signs are escaped, as alternatives',
    samples: () => [/sales|sale|50%/gu],
  },
  {
    file: 'src/surfaces/templates/template/assets/uses.ts',
    code: "`/cdn/(${idPattern('asset').slice(1, -1)})(?:\\\\.\\\\d+)?/`",
    because: 'a constant',
    samples: () => [new RegExp(`/cdn/(${idPattern('asset').slice(1, -1)})(?:\\.\\d+)?/`, 'g')],
  },
  {
    file: 'src/surfaces/templates/template/template.ts',
    code: "idPattern('template')",
    because: 'a constant',
    samples: () => [new RegExp(idPattern('template'))],
  },
]
