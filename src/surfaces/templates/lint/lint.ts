/** Lints a stored template: problems that recipients would see. */
import { nearestName } from '../../../email/data/index.ts'
import type { EmailDocument } from '../../../email/document/index.ts'
import { providers } from '../../../email/esp/index.ts'
import { familyOf, rules } from '../../../email/lint/index.ts'
import { type Issue, fail } from '../../../kernel/errors/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import type { Workers } from '../../../platform/jobs/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import { type TemplateType, lintTemplate, loadContent, readChoice } from '../template/index.ts'
import type { LintQuery, TemplateLint } from './contract.ts'

export interface Linting {
  db: Db
  cdnUrl: string
  workers: Workers
  /** Bytes of stored images, keyed by id; ids that are not stored here are omitted. */
  measureImages(ids: readonly string[]): Promise<ReadonlyMap<string, number>>
}

/** TEMPLATE_NOT_FOUND, or VALIDATION_FAILED for an unknown rule. */
export async function lint(
  { db, cdnUrl, workers, measureImages }: Linting,
  caller: Caller,
  id: string,
  query: LintQuery,
): Promise<TemplateLint> {
  const ignore = readIgnored(query.ignore)
  const provider = readProvider(query.provider)
  // Lint is for the person who edits: the draft unless another version is requested.
  const version = readChoice(query.version ?? 'draft')
  const { document, modules, template } = await loadContent(db, caller, id, version)
  const options = {
    modules,
    type: template.type as TemplateType,
    locale: query.locale,
    cdnUrl,
    ignore,
    provider,
    imageBytes: await measure(document, cdnUrl, measureImages),
  }
  const { findings, summary } = await lintTemplate(document, options, workers)
  return { id, revision: template.revision, findings, summary }
}

const storedImage = /\/cdn\/(ast_[0-9a-z]{26})(?:\.\d{1,10})?\/[^"'\s?#)]*/g
const maxImages = 500

// Only originals: an image that the CDN resizes has a query and a size that is not known before it is rendered.
async function measure(
  document: EmailDocument,
  cdnUrl: string,
  measureImages: Linting['measureImages'],
): Promise<Record<string, number>> {
  const found = [...JSON.stringify(document).matchAll(storedImage)].slice(0, maxImages)
  if (found.length === 0) return {}
  const bytes = await measureImages([...new Set(found.map(([, id = '']) => id))])
  return Object.fromEntries(
    found.flatMap(([path, id = '']) => {
      const size = bytes.get(id)
      return size === undefined ? [] : [[cdnUrl + path, size] as const]
    }),
  )
}

function readProvider(id: string | undefined): string | undefined {
  if (id === undefined || providers.has(id)) return id
  const near = nearestName(id, providers.keys())
  const hint = near === undefined ? 'GET /v1/export/formats lists them.' : `Did you mean ${near}?`
  return fail('VALIDATION_FAILED', {
    issues: [{ path: '/provider', message: `Unknown export target ${id}. ${hint}` }],
  })
}

const names = new Set(rules.flatMap((rule) => [rule.id, familyOf(rule)]))

function readIgnored(source = ''): string[] {
  const wanted = source.split(',').filter((name) => name !== '')
  const unknown = wanted.filter((name) => !names.has(name))
  if (unknown.length > 0) {
    const issues: Issue[] = unknown.slice(0, 20).map((name) => ({
      path: '/ignore',
      message: `Unknown rule or rule family ${name}; /docs/guide/lint lists the rules.`,
    }))
    fail('VALIDATION_FAILED', { issues })
  }
  return wanted
}
