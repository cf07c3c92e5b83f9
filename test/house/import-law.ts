import {
  type Arrow,
  type SourceTree,
  arrowsOf,
  packagesOf,
  roomOf,
  specifiersOf,
  withoutComments,
} from './source-tree.ts'

/** A broken rule, as a sentence that names the place. */
export type Violation = string

/** Lower number, lower floor. An import goes down, or stays inside its own room. */
const floors: Record<string, number> = {
  kernel: 0,
  engines: 1,
  platform: 1,
  ui: 1,
  surfaces: 2,
  editor: 2,
  console: 2,
  app: 3,
  'main.ts': 4,
}

/** The only sideways arrows between surfaces, with what they are for. */
const surfaceArrows: Record<string, Record<string, string>> = {
  exports: { templates: 'renders what it exports', assets: 'packs the images' },
  connections: { exports: 'has emails written for the provider', templates: 'knows whether one may be read' },
  plugin: {
    templates: 'saves what the editor made',
    exports: 'exports it',
    assets: 'lists its images',
    projects: 'asks whose Plugin ID it is',
  },
  delivery: {
    assets: 'serves them',
    exports: 'serves the files behind signed links',
    plugin: 'shows previews behind signed links',
  },
  assets: { templates: 'says which templates and modules show an asset' },
  verification: { webhooks: 'calls back who asked for it' },
  webhooks: { templates: 'keeps events of restricted templates from those who may not view them' },
}

/** The pipeline of an email, upstream first: each may ask those before it. */
const pipeline = ['web', 'data', 'document', 'render', 'blocks']

/** Whom an engine may ask. One that is not here takes strings and bytes, and knows nobody. */
const engineArrows: Record<string, readonly string[]> = {
  document: ['web', 'data'],
  render: ['web', 'data', 'document'],
  blocks: ['web', 'data', 'document', 'render'],
  // What leads into the document and what looks at it.
  mjml: [...pipeline, 'sanitize'],
  import: [...pipeline, 'sanitize'],
  // Values are written as the renderer writes them.
  liquid: ['data', 'render'],
  lint: [...pipeline, 'sanitize'],
  layout: [...pipeline],
  // How checks of a domain ask, and say what they found.
  ...Object.fromEntries(['dmarc', 'mta-sts'].map((name) => [name, ['findings']])),
  spf: ['findings', 'ip'],
  // Keys and certificates as they are written.
  ...Object.fromEntries(['dkim', 'dane', 'bimi'].map((name) => [name, ['findings', 'x509']])),
  'mail-hosts': ['findings', 'ip', 'mx', 'x509'],
  // What stands before the name of a list.
  dnsbl: ['ip'],
  // Whose mail hosts they are.
  mx: ['providers'],
  // The words of the evidence.
  verdict: ['mx', 'providers', 'smtp'],
  // Writes what the layout engine drew, with its fonts.
  pdf: ['layout'],
  // Mailing systems' own languages.
  esp: ['data'],
}

/** Where a package may be imported; a package that is not listed is free within the rules of the world below. */
const packageRooms: Record<string, (path: string) => boolean> = {
  elysia: isWebRoom,
  'drizzle-orm': (path) => path.startsWith('platform/storage/') || fileName(path) === 'store.ts',
  'dns-packet': (path) => path.startsWith('platform/net/'),
  '@css-inline/css-inline-wasm': (path) => path.startsWith('engines/formats/inline/'),
  '@resvg/resvg-wasm': (path) => path.startsWith('app/tasks/'),
  liquidjs: (path) => path.startsWith('engines/liquid/'),
  // The painter; whatever else draws emails asks the layout engine.
  '@takumi-rs/wasm': (path) => path.startsWith('engines/layout/'),
  'pdf-lib': (path) => path.startsWith('engines/pdf/'),
  'bidi-js': (path) => path.startsWith('engines/pdf/text/'),
  tldts: (path) => path.startsWith('engines/address/'),
  parse5: (path) => path.startsWith('engines/sanitize/') || path.startsWith('engines/formats/'),
  'css-tree': (path) => path.startsWith('engines/sanitize/') || path.startsWith('engines/formats/'),
}

/** Rule 1: an import goes to a lower floor or stays in its room. */
export function findClimbing(tree: SourceTree): Violation[] {
  return arrowsOf(tree)
    .filter(({ from, to }) => roomOf(from, 1) !== roomOf(to, 1) && floorOf(from) <= floorOf(to))
    .map((arrow) => `${drawn(arrow)} goes up or sideways`)
}

/** Rule 2: within the engines, the pipeline runs one way, and each other room asks those that are written down. */
export function findEngineArrows(tree: SourceTree): Violation[] {
  return between(tree, 'engines')
    .filter(({ from, to }) => engineArrows[secondOf(from)]?.includes(secondOf(to)) !== true)
    .map((arrow) => `${drawn(arrow)} is not on the plan of the engines`)
}

/** Rule 3: on the plan of every depth, arrows never come back. */
export function findCycles(tree: SourceTree): Violation[] {
  const arrows = arrowsOf(tree)
  const deepest = Math.max(1, ...[...tree.keys()].map((path) => path.split('/').length))
  return Array.from({ length: deepest }, (_, index) => cycleAt(arrows, index + 1)).filter(
    (cycle) => cycle !== undefined,
  )
}

/** Rule 4: a room of kernel, engines, platform and ui, and a surface, is entered through its index.ts. */
export function findSideDoors(tree: SourceTree): Violation[] {
  return arrowsOf(tree)
    .filter(({ from, to }) => {
      const room = roomOf(to, 2)
      // A room inside a surface may have a door of its own.
      const isDoor = to === `${room}/index.ts` || (roomOf(to, 1) === 'surfaces' && fileName(to) === 'index.ts')
      const isRoom = to.split('/').length > 2 && !isDoor
      return (
        isRoom &&
        ['kernel', 'engines', 'platform', 'ui', 'surfaces'].includes(roomOf(to, 1)) &&
        roomOf(from, 2) !== room
      )
    })
    .map((arrow) => `${drawn(arrow)} does not use the door ${roomOf(arrow.to, 2)}/index.ts`)
}

/** Rule 4, from inside: nobody imports his own door. */
export function findOwnDoors(tree: SourceTree): Violation[] {
  return arrowsOf(tree)
    .filter(({ from, to }) => fileName(to) === 'index.ts' && from.startsWith(to.slice(0, -'index.ts'.length)))
    .map((arrow) => `${drawn(arrow)} is its own door`)
}

/** Rule 5: surfaces meet only where the table says. */
export function findSurfaceMeetings(tree: SourceTree): Violation[] {
  return between(tree, 'surfaces')
    .filter(({ from, to }) => surfaceArrows[secondOf(from)]?.[secondOf(to)] === undefined)
    .map((arrow) => `${drawn(arrow)} is not in the table of surfaces that meet`)
}

/** Rule 6: the resources of the template surface meet only in template/. */
export function findResourceMeetings(tree: SourceTree): Violation[] {
  const resource = (path: string) =>
    path.split('/').length > 3 && path.startsWith('surfaces/templates/') ? path.split('/')[2] : undefined
  return arrowsOf(tree)
    .filter(({ from, to }) => {
      const [asking, asked] = [resource(from), resource(to)]
      return asking !== undefined && asked !== undefined && asking !== asked && asked !== 'template'
    })
    .map((arrow) => `${drawn(arrow)} should go through surfaces/templates/template`)
}

/**
 * Rule 7: a third party has one room; the world (node:, bun:, process, Bun) belongs to platform, app and main.ts; and below
 * the app only platform/net calls out.
 */
export function findThirdParties(tree: SourceTree): Violation[] {
  const found: Violation[] = []
  for (const [path, source] of tree) {
    for (const name of packagesOf(source)) {
      if (isWorld(name) ? !mayTouchWorld(path) : packageRooms[name]?.(path) === false)
        found.push(`${path} imports ${name}, which is not for this room`)
    }
    const global = mayTouchWorld(path) ? undefined : /(?<![\w.'"])(process|Bun)\.\w+/.exec(withoutComments(source))?.[0]
    if (global !== undefined) found.push(`${path} uses ${global}, which is for platform, app and main.ts`)
    if (/\bprocess\s*\.\s*env\b/.test(withoutComments(source)) && !path.startsWith('platform/config/'))
      found.push(`${path} reads the environment, which is for platform/config`)
    const wayOut = isWayOutRoom(path) ? undefined : wayOutOf(source)
    if (wayOut !== undefined) found.push(`${path} uses ${wayOut}, which goes past the guarded client of platform/net`)
  }
  return found
}

/** Rule 8: the product uses nothing of the SDK but the bridge protocol, and the SDK nothing of the product. */
export function findCrossings(tree: SourceTree, sdk: SourceTree): Violation[] {
  const leaves = (source: string, pattern: RegExp) => specifiersOf(source).filter((name) => pattern.test(name))
  const out = [...tree].flatMap(([path, source]) =>
    leaves(source, /^\.\..*\/(sdk|test|bench|scripts)\//)
      .filter((name) => !name.includes('/sdk/browser/protocol/'))
      .map((name) => `src/${path} imports ${name}`),
  )
  const back = [...sdk].flatMap(([path, source]) =>
    leaves(source, /^\.\..*\/src\//).map((name) => `sdk/${path} imports ${name}`),
  )
  return [...out, ...back]
}

function between(tree: SourceTree, floor: string): Arrow[] {
  return arrowsOf(tree).filter(
    ({ from, to }) => roomOf(from, 1) === floor && roomOf(to, 1) === floor && secondOf(from) !== secondOf(to),
  )
}

function cycleAt(arrows: readonly Arrow[], depth: number): Violation | undefined {
  const next = new Map<string, Set<string>>()
  for (const { from, to } of arrows) {
    const [asking, asked] = [roomOf(from, depth), roomOf(to, depth)]
    if (asking !== asked) next.set(asking, (next.get(asking) ?? new Set()).add(asked))
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

// The app looks at itself and at the machine (doctor), at nothing that a user of the service named.
function isWayOutRoom(path: string): boolean {
  return path.startsWith('platform/net/') || !['kernel', 'engines', 'platform', 'surfaces'].includes(roomOf(path, 1))
}

function wayOutOf(source: string): string | undefined {
  const named = packagesOf(source).find((name) => /^node:(https?2?|tls|dgram|dns)(\/|$)/.test(name))
  return named ?? /(?<![\w.'"])(?:fetch\(|Bun\.(?:connect|udpSocket)\b)/.exec(withoutComments(source))?.[0]
}

function isWebRoom(path: string): boolean {
  return fileName(path) === 'routes.ts' || path.startsWith('platform/http/') || path.startsWith('app/')
}

function isWorld(name: string): boolean {
  return /^(bun|node):|^bun$/.test(name)
}

function mayTouchWorld(path: string): boolean {
  return ['platform', 'app', 'main.ts'].includes(roomOf(path, 1))
}

function floorOf(path: string): number {
  return floors[roomOf(path, 1)] ?? Number.NaN
}

function secondOf(path: string): string {
  return path.split('/')[1] ?? ''
}

function fileName(path: string): string {
  return path.split('/').at(-1) ?? ''
}

function drawn({ from, to }: Arrow): string {
  return `${from} → ${to}`
}
