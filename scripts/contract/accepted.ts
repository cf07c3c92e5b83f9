/**
 * Changes since the last release that a gate accepts, as it words them: those that break clients on purpose, which are in
 * CHANGELOG.md, and those where only the document changed.
 */
import { givenExternalMembers, publishedInstant, publishedUrl } from '../../src/kernel/schema/index.ts'
import { publishedLabels } from '../../src/surfaces/delivery/contract.ts'
import { breakingChanges } from './breaking.ts'
import type { Contract } from './contract.ts'

const originLabel = '[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?'
const originHost = `(?:(?:${originLabel}\\.)*${originLabel}\\.?|\\[[0-9a-f:]{2,39}\\])`
const givenOriginPattern = `^(?:\\*|https?://${originHost}(?::[1-9][0-9]{0,4})?)$`

/** What breaks clients on purpose; each is in CHANGELOG.md. */
const intended: string[] = [
  // Ids of reviews, links and comments are no external ids, as those of other kinds.
  ...[
    'assets.upload',
    'assets.importUrl',
    'assets.completeUpload',
    'folders.create',
    'modules.create',
    'templates.create',
    'assets.update',
    'folders.update',
    'modules.update',
    'templates.update',
  ].map((id) => `${id}: body external_id has pattern ${String(givenExternalMembers.external_id.pattern)}`),
  // Block lists without a response are named, and SPF and DMARC have a state, wherever a result has them.
  ...['errors', 'disabled'].flatMap((member) => [
    `verification.verifyEmail: response 200 intelligence.dnsbl.${member} may be array`,
    `intelligence.findEmail: response 200 verification.intelligence.dnsbl.${member} may be array`,
  ]),
  // Where no list responded, it is unknown whether one reports abuse.
  'verification.checkBlacklist: response 200 listed may be null',
  'verification.verifyEmail: response 200 intelligence.dnsbl.listed may be null',
  'intelligence.findEmail: response 200 verification.intelligence.dnsbl.listed may be null',
  'intelligence.getDomainIntel: response 200 dnsbl.listed may be null',
  'intelligence.getDomainIntel: response 200 infrastructure.spf may be object',
  'intelligence.getDomainIntel: response 200 infrastructure.dmarc may be object',
  // The statuses of jobs are those of every long operation.
  ...['jobs.get', 'jobs.cancel'].flatMap((id) =>
    ['scheduled', 'ready', 'done'].map((word) => `${id}: response 200 status is never "${word}"`),
  ),
]

const takesUrl = ['assets.importUrl', 'webhooks.register', 'webhooks.update']
const takesCallback = ['verification.createBatch', 'verification.uploadBatch']

/** The document was looser than the service, which accepted none of these before either: operations by the change. */
const looser: Record<string, string[]> = {
  'response 200 may be anything': ['exports.download'],
  'query parameter folder_id has pattern ^(fld_[0-9a-hjkmnp-tv-z]{26}|ext:[^\\u0000-\\u001f\\u007f]{1,255}|none)$': [
    'templates.listFavorites',
    'templates.getFilterCounts',
    'templates.listMine',
    'templates.listPublic',
    'templates.search',
  ],
  'body file has format binary': ['assets.upload', 'plugin.uploadAsset', 'verification.uploadBatch'],
  'body document.rows[].ref.id is required': [
    'exports.create',
    'plugin.compile',
    'plugin.export',
    'plugin.importHtml',
    'plugin.preview',
    'plugin.save',
    'templates.create',
    'templates.generate',
    'templates.update',
  ],
  'body nodes[].ref.id is required': ['modules.create', 'plugin.saveModule', 'modules.update'],
  'body is required': [
    'templates.generate',
    'templates.import',
    'verification.checkBlacklist',
    'plugin.export',
    'assets.update',
    'connections.update',
    'exports.updateTarget',
    'modules.update',
    'projects.update',
    'templates.update',
    'versions.update',
    'webhooks.update',
  ],
  'body zones[] has pattern ^(?:(?:ip|domain|email):)?(?:(?:[a-z0-9_-]{1,63}\\.)+[a-z0-9-]{2,63}|(?:\\{key\\}\\.(?:zen|authbl|dbl|zrd)|_email\\.\\{key\\}\\.hbl)\\.dq\\.spamhaus\\.net)$':
    ['verification.checkBlacklist'],
  'body url has format iri': takesUrl,
  [`body url has pattern ${publishedUrl.pattern}`]: takesUrl,
  'body callback_url has format iri': takesCallback,
  [`body callback_url has pattern ${publishedUrl.pattern}`]: takesCallback,
  'body base_url has format iri': ['connections.create', 'connections.update'],
  [`body base_url has pattern ${publishedUrl.pattern}`]: ['connections.create', 'connections.update'],
  'body format is required': ['plugin.export'],
  'body assets{} may not be anything': ['plugin.saveModule'],
  'body translations{} may not be anything': ['plugin.saveModule'],
  [`body allowed_origins[] has pattern ${givenOriginPattern}`]: ['projects.create', 'projects.update'],
  'body email has pattern ^[^\\u0000-\\u0008\\u000e-\\u001f\\u007f]*$': ['verification.analyzeSpamTrap'],
  [`query parameter until has pattern ${publishedInstant.pattern}`]: ['delivery.countdown'],
  [`query parameter labels has pattern ${publishedLabels.pattern}`]: ['delivery.countdown'],
  'query parameter version has maximum 999999999': ['modules.get'],
}

/** Members of schemas of which the document said less than the service requires: they count as released like this. */
const looserMembers: [schema: string, member: string][] = [
  ['DocumentAsset', 'url'],
  ['DocumentAsset', 'darkUrl'],
  ['BackgroundImage', 'src'],
  ['Loop', 'else'],
]

function withStricter(released: Contract, present: Contract): Contract {
  const schemas = { ...released.schemas }
  for (const [name, member] of looserMembers) {
    const before = schemas[name]
    const now = present.schemas[name]?.properties?.[member]
    if (before === undefined || now === undefined) throw new Error(`No schema has ${name}.${member}`)
    schemas[name] = { ...before, properties: { ...before.properties, [member]: now } }
  }
  return { ...released, schemas }
}

/** Changes that break clients of the last release and are accepted by none of these lists; and accepted ones that do not exist. */
export function compareWithReleased(file: Contract, present: Contract): { breaking: string[]; unused: string[] } {
  const released = withStricter(file, present)
  const stricter = Object.entries(looser).flatMap(([change, ids]) => ids.map((id) => `${id}: ${change}`))
  const headers = Object.values(released.operations).flatMap(({ id, parameters }) =>
    parameters.flatMap(({ name }) => {
      const pattern = headerPatterns[name]
      return pattern === undefined ? [] : [`${id}: header parameter ${name} has pattern ${pattern}`]
    }),
  )
  const accepted = new Set([...intended, ...stricter, ...headers])
  const found = new Set(breakingChanges(released, present))
  return { breaking: [...found.difference(accepted)], unused: [...accepted.difference(found)] }
}

/** The document had none, and the service accepted no other values either. */
const headerPatterns: Record<string, string> = {
  'Idempotency-Key': '^[\\x21-\\x7e]+$',
  'If-Match': '^[\\t\\x20-\\x7e\\x80-\\xff]*$',
  'If-None-Match': '^[\\t\\x20-\\x7e\\x80-\\xff]*$',
}
