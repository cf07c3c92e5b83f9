import { join } from 'node:path'
import { mergeLists } from '../deliverability/address/index.ts'

/** Source packages of the lists. The build embeds the merged lists in the executable. */
export const listPackages = [
  'disposable-email-domains-js',
  'disposable-domains',
  'mailchecker',
  'freemail',
  'free-email-domains',
] as const

/** File of the merged lists in the executable, below dist/public. */
export const packedLists = 'engines/address-lists.txt.gz'

/** Merging takes a quarter of a second: without a build it runs once per process. */
let merged: Promise<string> | undefined

/** The merged lists for `createLists`: from the build, or merged from the packages without a build. */
export async function readAddressLists(): Promise<string> {
  if (!Bun.isStandaloneExecutable) return (merged ??= collectLists())
  const packed = await Bun.file(join(import.meta.dir, 'public', packedLists)).bytes()
  return new TextDecoder().decode(Bun.gunzipSync(packed))
}

export async function collectLists(): Promise<string> {
  const [curated, collected, checked, disposable, free, open] = await Promise.all([
    readJson('disposable-email-domains-js/dist/dict/disposable_email_blocklist.json'),
    readJson('disposable-domains/index.json'),
    readMailchecker(),
    readLines('freemail/data/disposable.txt'),
    readLines('freemail/data/free.txt'),
    readJson('free-email-domains/domains.json'),
  ])
  const versions = await Promise.all(listPackages.map(async (name) => `${name} ${await versionOf(name)}`))
  return mergeLists({
    version: versions.join(', '),
    curated,
    collected: [collected, checked, disposable],
    free: [open],
    neverDisposable: free,
  })
}

// The package has no data file, only a program that contains the list as a literal.
async function readMailchecker(): Promise<string[]> {
  const source = await fileOf('mailchecker/platform/node/index.js').text()
  return JSON.parse(/new Set\((\[[^[\]]*\])\)/.exec(source)?.[1] ?? '[]') as string[]
}

async function readJson(path: string): Promise<string[]> {
  return (await fileOf(path).json()) as string[]
}

async function readLines(path: string): Promise<string[]> {
  return (await fileOf(path).text()).split('\n').filter((line) => line !== '')
}

async function versionOf(name: string): Promise<string> {
  return ((await fileOf(`${name}/package.json`).json()) as { version: string }).version
}

function fileOf(path: string) {
  return Bun.file(Bun.resolveSync(path, import.meta.dir))
}
