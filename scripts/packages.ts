import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { listPackages } from '../src/app/address-lists.ts'
import { embeddedFonts } from '../src/app/fonts.ts'
import { root } from './compile.ts'

/** A third-party package that ends up inside the executable. */
export interface Package {
  name: string
  version: string
  /** SPDX expression, as the package states it. */
  license: string
  /** The text of its license file; empty when it ships none. */
  licenseText: string
  homepage: string | undefined
  /** Subresource integrity, as bun.lock pins it. */
  integrity: string
  /** Names of the packages it needs, as far as they are in the executable. */
  needs: string[]
  /** Package URL of where a copy in vendor/ is from; others are what npm calls them. */
  from?: string
}

interface LockedPackage {
  dependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  optionalPeers?: string[]
}

type LockEntry = [id: string, registry: string, about: LockedPackage, integrity: string]

/** In the executable although nothing imports them: their files are served, or their data is merged into one. */
const servedPackages: readonly string[] = [
  '@scalar/api-reference',
  'minisearch',
  ...listPackages,
  'lucide-static',
  ...new Set(embeddedFonts.map(({ file }) => file.split('/').slice(0, 2).join('/'))),
]

/** The packages of the executable, by name: the closure of the runtime dependencies in bun.lock, and the copies in vendor/. */
export function runtimePackages(): Package[] {
  const lock = readLock()
  const manifest = readManifest(root)
  const found = new Map<string, Package>()
  const queue = [...Object.keys(manifest.dependencies ?? {}), ...servedPackages].map((name) => ({ name, from: '' }))
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const key = resolveKey(lock, next.name, next.from)
    if (key === undefined || found.has(key)) continue
    const [, , { dependencies = {}, peerDependencies = {}, optionalPeers = [] }, integrity] = lock[key] as LockEntry
    // An optional peer is there for somebody else's sake, and a compiler leaves nothing of itself.
    const needs = Object.keys({ ...dependencies, ...peerDependencies }).filter(
      (name) => name !== 'typescript' && !optionalPeers.includes(name) && resolveKey(lock, name, key) !== undefined,
    )
    found.set(key, { ...describe(key), integrity, needs })
    for (const name of needs) queue.push({ name, from: key })
  }
  const unique = new Map(
    [...found.values(), ...vendoredPackages()].map((each) => [`${each.name}@${each.version}`, each]),
  )
  return [...unique.values()].toSorted(
    (a, b) => a.name.localeCompare(b.name, 'en') || a.version.localeCompare(b.version, 'en'),
  )
}

/** What lies in vendor/ as a copy; throws when a file is not the one that its manifest says. */
function vendoredPackages(): Package[] {
  const folders = readdirSync(join(root, 'vendor'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return folders.map(({ name }) => {
    const folder = join(root, 'vendor', name)
    const { file, from, sha256 } = readManifest(folder).vendored ?? { file: '', from: '', sha256: '' }
    const bytes = readFileSync(join(folder, file))
    if (new Bun.CryptoHasher('sha256').update(bytes).digest('hex') !== sha256) {
      throw new Error(`vendor/${name}/${file} is not what its package.json says`)
    }
    const integrity = `sha512-${new Bun.CryptoHasher('sha512').update(bytes).digest('base64')}`
    return { ...describeFolder(folder), integrity, needs: [], from }
  })
}

/** Whose version of a package a folder gets: its own, or that of the nearest folder above (node's rule). */
function resolveKey(lock: Record<string, LockEntry>, name: string, from: string): string | undefined {
  for (let prefix = from; prefix !== ''; prefix = prefix.replace(/\/?(?:@[^/]+\/)?[^/]+$/, '')) {
    if (lock[`${prefix}/${name}`] !== undefined) return `${prefix}/${name}`
  }
  return lock[name] === undefined ? undefined : name
}

function describe(key: string): Omit<Package, 'integrity' | 'needs'> {
  return describeFolder(join(root, 'node_modules', nested(key)))
}

function describeFolder(folder: string): Omit<Package, 'integrity' | 'needs'> {
  const { name, version, license, homepage } = readManifest(folder)
  const files = readdirSync(folder)
    .toSorted()
    .filter((entry) => /^(licen[cs]e|copying)(\b|_)/i.test(entry))
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim())
  return {
    name,
    version,
    license: license ?? 'NOASSERTION',
    licenseText: texts.join('\n\n'),
    homepage,
  }
}

/** `a/@b/c/d` in the lock file lies in `a/node_modules/@b/c/node_modules/d`. */
function nested(key: string): string {
  return (key.match(/(?:@[^/]+\/)?[^/]+/g) ?? []).join('/node_modules/')
}

interface Manifest {
  name: string
  version: string
  license?: string
  homepage?: string
  /** Of a copy in vendor/. */
  vendored?: { from: string; file: string; sha256: string }
  dependencies?: Record<string, string>
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
}

function readLock(): Record<string, LockEntry> {
  const file = join(root, 'bun.lock')
  if (!existsSync(file)) throw new Error('bun.lock is missing: run npm run setup')
  // JSON with trailing commas; strings of a lock file hold no comma before a bracket.
  const text = readFileSync(file, 'utf8').replace(/,(\s*[\]}])/g, '$1')
  return (JSON.parse(text) as { packages: Record<string, LockEntry> }).packages
}
