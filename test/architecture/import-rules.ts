import {
  type Import,
  type SourceTree,
  importsOf,
  packagesOf,
  folderOf,
  specifiersOf,
  withoutComments,
} from './source-tree.ts'

/** A broken rule, as a sentence that names the files. */
export type Violation = string

/** The layer of each module; an import goes to a lower number or stays in its module. */
const layers: Record<string, number> = {
  kernel: 0,
  email: 1,
  deliverability: 1,
  platform: 1,
  ui: 1,
  surfaces: 2,
  editor: 2,
  console: 2,
  app: 3,
  'main.ts': 4,
}

/** The only imports between surfaces, each with its reason. */
const surfaceImports: Record<string, Record<string, string>> = {
  exports: { templates: 'renders what it exports', assets: 'packs the images' },
  connections: { exports: 'renders emails for the provider', templates: 'checks read access to a template' },
  plugin: {
    templates: 'saves edits',
    exports: 'exports the email',
    assets: 'lists images',
    projects: 'finds the project of a Plugin ID',
  },
  delivery: {
    assets: 'serves images and files',
    exports: 'serves exported files behind signed links',
    plugin: 'serves previews behind signed links',
    templates: 'serves thumbnails behind signed links',
  },
  assets: { templates: 'finds the templates and modules that use an asset' },
  dmarc: { verification: 'measures what a sending domain publishes' },
  amp: {
    verification: 'measures what a sending domain publishes',
    templates: 'renders the template to check',
    dmarc: 'writes lists as CSV',
  },
  verification: { webhooks: 'calls the callback URL of a batch' },
  webhooks: { templates: 'withholds events of restricted templates from subscribers without access' },
}

/** The pipeline of an email, upstream first: each module may import those before it. */
const pipeline = ['web', 'data', 'document', 'render', 'blocks']

/** Imports inside `email` and `deliverability`, by module. A module that is not listed imports none of its siblings. */
const siblingImports: Record<string, readonly string[]> = {
  document: ['web', 'data'],
  render: ['web', 'data', 'document'],
  mjml: ['web', 'data', 'document', 'render', 'sanitize'],
  import: ['web', 'data', 'document', 'render', 'sanitize'],
  // The folder of a block type holds its MJML and how it reads other editors' designs.
  blocks: ['web', 'data', 'document', 'render', 'mjml', 'import'],
  // Writes values as the renderer does.
  liquid: ['data', 'render'],
  lint: [...pipeline, 'sanitize'],
  // Finds tags, placeholder text and links to unsubscribe.
  amp: ['formats', 'lint'],
  layout: [...pipeline],
  // Compares laid out pages, and counts words as the report of an import does.
  likeness: ['layout', 'import'],
  // Shared vocabulary of the checks of a domain.
  ...Object.fromEntries(['dmarc', 'mta-sts'].map((name) => [name, ['findings']])),
  spf: ['findings', 'ip'],
  // Read keys and certificates.
  ...Object.fromEntries(['dkim', 'dane', 'bimi'].map((name) => [name, ['findings', 'x509']])),
  'mail-hosts': ['findings', 'ip', 'mx', 'x509'],
  // Reverses IP addresses for queries.
  dnsbl: ['ip'],
  // Evaluates a received message.
  authentication: ['address', 'findings', 'spf'],
  // Reads mails, IP addresses and policies, recomputes alignment, and unwraps signed mail.
  reports: ['address', 'dmarc', 'ip', 'message', 'x509'],
  // Names the provider of a mail host.
  mx: ['providers'],
  vendors: ['senders'],
  senders: ['address', 'ip', 'providers', 'spf'],
  // Records that repair alignment.
  policy: ['dmarc', 'findings', 'senders', 'spf'],
  // Types of the evidence.
  verdict: ['mx', 'providers', 'smtp'],
  // Writes laid out pages, with the fonts of the layout engine.
  pdf: ['layout', 'web'],
  // Template languages of ESPs.
  esp: ['data'],
  // Adds campaign parameters to documents and HTML.
  utm: ['data', 'document', 'esp', 'formats', 'render'],
}

/** Entry points of `blocks` that the editor does not load. */
const blockConversions = ['email/blocks/mjml.ts', 'email/blocks/import.ts']

/** The files that may import a package. A package that is not listed may be imported anywhere, `node:` and `bun:` excepted. */
const packageModules: Record<string, (path: string) => boolean> = {
  elysia: isHttpFile,
  'drizzle-orm': (path) => path.startsWith('platform/storage/') || /(?:^|-)store\.ts$/.test(fileName(path)),
  'dns-packet': (path) => path.startsWith('platform/net/'),
  '@css-inline/css-inline-wasm': (path) => path.startsWith('email/formats/inline/'),
  '@resvg/resvg-wasm': (path) => path.startsWith('app/tasks/'),
  liquidjs: (path) => path.startsWith('email/liquid/'),
  // Paints; everything else that needs an image of an email calls the layout engine.
  '@takumi-rs/wasm': (path) => path.startsWith('email/layout/'),
  'pdf-lib': (path) => path.startsWith('email/pdf/'),
  'bidi-js': (path) => path.startsWith('email/pdf/text/'),
  'postal-mime': (path) => path.startsWith('deliverability/message/'),
  mailauth: (path) => path.startsWith('deliverability/authentication/'),
  nodemailer: (path) => path.startsWith('platform/mail/'),
  oauth4webapi: (path) => path.startsWith('platform/oidc/'),
  imapflow: (path) => path.startsWith('platform/imap/'),
  'smtp-server': (path) => path.startsWith('platform/inbound/'),
  '@modelcontextprotocol/server': (path) => path.startsWith('surfaces/agent/'),
  tldts: (path) => path.startsWith('deliverability/address/'),
  parse5: (path) => path.startsWith('email/sanitize/') || path.startsWith('email/formats/'),
  'css-tree': (path) => path.startsWith('email/sanitize/') || path.startsWith('email/formats/'),
}

/** Rule 1: an import goes to a lower layer or stays in its module. `email` and `deliverability` never import each other. */
export function findUpwardImports(tree: SourceTree): Violation[] {
  return importsOf(tree)
    .filter(({ from, to }) => folderOf(from, 1) !== folderOf(to, 1) && layerOf(from) <= layerOf(to))
    .map((each) => `${shown(each)} goes up or sideways`)
}

/** Rule 2: inside `email` and `deliverability`, modules import the siblings listed in the table above. */
export function findSiblingImports(tree: SourceTree): Violation[] {
  return ['email', 'deliverability']
    .flatMap((parent) => between(tree, parent))
    .filter(({ from, to }) => siblingImports[secondOf(from)]?.includes(secondOf(to)) !== true)
    .map((each) => `${shown(each)} is not in the table of sibling imports`)
}

/** Rule 3: at every folder depth, the graph of imports has no cycle. */
export function findCycles(tree: SourceTree): Violation[] {
  const imports = importsOf(tree)
  const maxDepth = Math.max(1, ...[...tree.keys()].map((path) => path.split('/').length))
  return Array.from({ length: maxDepth }, (_, index) => cycleAt(imports, index + 1)).filter(
    (cycle) => cycle !== undefined,
  )
}

/** Rule 4: other modules enter a module of kernel, email, deliverability, platform, ui and surfaces through its index.ts. */
export function findBypassedEntryPoints(tree: SourceTree): Violation[] {
  return importsOf(tree)
    .filter(({ from, to }) => {
      const module = folderOf(to, 2)
      // A folder inside a surface may have an entry point too.
      const isEntryPoint =
        to === `${module}/index.ts` ||
        blockConversions.includes(to) ||
        (folderOf(to, 1) === 'surfaces' && fileName(to) === 'index.ts')
      const isInternal = to.split('/').length > 2 && !isEntryPoint
      return (
        isInternal &&
        ['kernel', 'email', 'deliverability', 'platform', 'ui', 'surfaces'].includes(folderOf(to, 1)) &&
        folderOf(from, 2) !== module
      )
    })
    .map((each) => `${shown(each)} bypasses the entry point ${folderOf(each.to, 2)}/index.ts`)
}

/** Rule 4, for the editor: it loads the block types, never their conversions, which have entry points of their own. */
export function findConversionsInBrowser(tree: SourceTree): Violation[] {
  const isConversion = (path: string) => /^email\/blocks\/(?:[^/]+\/)?(?:mjml|import)\.ts$/.test(path)
  const isConverter = (path: string) => ['email/mjml', 'email/import'].includes(folderOf(path, 2))
  return importsOf(tree)
    .filter(({ from, to }) => {
      if (folderOf(from, 2) === 'email/blocks' && isConverter(to)) return !isConversion(from)
      if (!isConversion(to)) return false
      return from.startsWith('email/') ? !blockConversions.includes(from) : folderOf(from, 1) === 'editor'
    })
    .map((each) => `${shown(each)} pulls a conversion into the editor`)
}

/** Rule 4, from inside: a module never imports its own index.ts. */
export function findOwnEntryPoints(tree: SourceTree): Violation[] {
  return importsOf(tree)
    .filter(({ from, to }) => fileName(to) === 'index.ts' && from.startsWith(to.slice(0, -'index.ts'.length)))
    .map((each) => `${shown(each)} is its own entry point`)
}

/** Rule 5: surfaces import each other only as the table lists. */
export function findSurfaceImports(tree: SourceTree): Violation[] {
  return between(tree, 'surfaces')
    .filter(({ from, to }) => surfaceImports[secondOf(from)]?.[secondOf(to)] === undefined)
    .map((each) => `${shown(each)} is not in the table of surface imports`)
}

/** Rule 6: the resources of the templates surface import `template/`, never each other. */
export function findResourceImports(tree: SourceTree): Violation[] {
  const resource = (path: string) =>
    path.split('/').length > 3 && path.startsWith('surfaces/templates/') ? path.split('/')[2] : undefined
  return importsOf(tree)
    .filter(({ from, to }) => {
      const [source, target] = [resource(from), resource(to)]
      return source !== undefined && target !== undefined && source !== target && target !== 'template'
    })
    .map((each) => `${shown(each)} should go through surfaces/templates/template`)
}

/**
 * Rule 7: a third-party package is imported in one module; `node:`, `bun:`, `process` and `Bun` only in platform, app and
 * main.ts; below the app only platform/net opens outbound connections.
 */
export function findThirdParties(tree: SourceTree): Violation[] {
  const violations: Violation[] = []
  for (const [path, source] of tree) {
    for (const name of packagesOf(source)) {
      if (isRuntime(name) ? !mayUseRuntime(path) : packageModules[name]?.(path) === false)
        violations.push(`${path} imports ${name}, which this module may not use`)
    }
    const global = mayUseRuntime(path) ? undefined : /(?<![\w.'"])(process|Bun)\.\w+/.exec(withoutComments(source))?.[0]
    if (global !== undefined) violations.push(`${path} uses ${global}, which is for platform, app and main.ts`)
    if (/\bprocess\s*\.\s*env\b/.test(withoutComments(source)) && !path.startsWith('platform/config/'))
      violations.push(`${path} reads the environment, which is for platform/config`)
    const client = mayConnect(path) ? undefined : outboundClientOf(source)
    if (client !== undefined) violations.push(`${path} uses ${client} instead of the guarded client of platform/net`)
  }
  return violations
}

/** What src may import of the SDK: the protocol of the bridge; the console also embeds the editor, and has the types and the event reader of the client. */
function isSharedWithSdk(from: string, name: string): boolean {
  if (name.includes('/sdk/browser/protocol/')) return true
  return from.startsWith('console/') && /\/sdk\/(?:browser|typescript\/src)\/(?:index|streams)\.ts$/.test(name)
}

/** Rule 8: src imports of the SDK only what is listed, and the SDK nothing of src. */
export function findSdkImports(tree: SourceTree, sdk: SourceTree): Violation[] {
  const outsideImports = (source: string, pattern: RegExp) => specifiersOf(source).filter((name) => pattern.test(name))
  const out = [...tree].flatMap(([path, source]) =>
    outsideImports(source, /^\.\..*\/(sdk|test|bench|scripts)\//)
      .filter((name) => !isSharedWithSdk(path, name))
      .map((name) => `src/${path} imports ${name}`),
  )
  const back = [...sdk].flatMap(([path, source]) =>
    outsideImports(source, /^\.\..*\/src\//).map((name) => `sdk/${path} imports ${name}`),
  )
  return [...out, ...back]
}

function between(tree: SourceTree, parent: string): Import[] {
  return importsOf(tree).filter(
    ({ from, to }) => folderOf(from, 1) === parent && folderOf(to, 1) === parent && secondOf(from) !== secondOf(to),
  )
}

function cycleAt(imports: readonly Import[], depth: number): Violation | undefined {
  const next = new Map<string, Set<string>>()
  for (const { from, to } of imports) {
    const [source, target] = [folderOf(from, depth), folderOf(to, depth)]
    if (source !== target) next.set(source, (next.get(source) ?? new Set()).add(target))
  }
  const done = new Set<string>()
  const walk = (node: string, trail: string[]): string | undefined => {
    if (trail.includes(node)) return [...trail.slice(trail.indexOf(node)), node].join(' → ')
    if (done.has(node)) return undefined
    for (const to of next.get(node) ?? []) {
      const cycle = walk(to, [...trail, node])
      if (cycle !== undefined) return cycle
    }
    done.add(node)
    return undefined
  }
  for (const node of next.keys()) {
    const cycle = walk(node, [])
    if (cycle !== undefined) return `at depth ${depth}: ${cycle}`
  }
  return undefined
}

// The app connects to itself and to the configured machine (doctor), never to a host that a caller named.
function mayConnect(path: string): boolean {
  return (
    path.startsWith('platform/net/') ||
    !['kernel', 'email', 'deliverability', 'platform', 'surfaces'].includes(folderOf(path, 1))
  )
}

function outboundClientOf(source: string): string | undefined {
  const named = packagesOf(source).find((name) => /^node:(https?2?|tls|dgram|dns)(\/|$)/.test(name))
  return named ?? /(?<![\w.'"])(?:fetch\(|Bun\.(?:connect|udpSocket)\b)/.exec(withoutComments(source))?.[0]
}

function isHttpFile(path: string): boolean {
  return fileName(path) === 'routes.ts' || path.startsWith('platform/http/') || path.startsWith('app/')
}

function isRuntime(name: string): boolean {
  return /^(bun|node):|^bun$/.test(name)
}

function mayUseRuntime(path: string): boolean {
  return ['platform', 'app', 'main.ts'].includes(folderOf(path, 1))
}

function layerOf(path: string): number {
  return layers[folderOf(path, 1)] ?? Number.NaN
}

function secondOf(path: string): string {
  return path.split('/')[1] ?? ''
}

function fileName(path: string): string {
  return path.split('/').at(-1) ?? ''
}

function shown({ from, to }: Import): string {
  return `${from} → ${to}`
}
