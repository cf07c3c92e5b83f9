import { type Package, runtimePackages } from './packages.ts'

/** The software bill of materials of the executable, CycloneDX 1.6 as JSON. The same input gives the same bytes. */
export function softwareBill(product: { name: string; version: string; license: string }): object {
  const packages = runtimePackages()
  const own = `pkg:generic/${product.name}@${product.version}`
  const runtime = `pkg:npm/bun@${Bun.version}`
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': own,
        name: product.name,
        version: product.version,
        licenses: [{ license: { id: product.license } }],
        purl: own,
      },
    },
    components: [
      {
        type: 'platform',
        'bom-ref': runtime,
        name: 'bun',
        version: Bun.version,
        licenses: [{ license: { id: 'MIT' } }],
        purl: runtime,
      },
      ...packages.map(component),
    ],
    dependencies: [
      { ref: own, dependsOn: [runtime, ...packages.map(refOf)].sort() },
      ...packages.map((each) => ({
        ref: refOf(each),
        dependsOn: packages.filter(({ name }) => each.needs.includes(name)).map(refOf),
      })),
    ],
  }
}

function component(item: Package) {
  const [group, name] = item.name.startsWith('@') ? item.name.split('/') : [undefined, item.name]
  return {
    type: 'library',
    'bom-ref': refOf(item),
    ...(group === undefined ? {} : { group }),
    name,
    version: item.version,
    licenses: [licenseOf(item.license)],
    purl: refOf(item),
    // npm pins base64, CycloneDX writes hexadecimal.
    hashes: [
      { alg: 'SHA-512', content: Buffer.from(item.integrity.replace(/^sha512-/, ''), 'base64').toString('hex') },
    ],
    ...(item.homepage === undefined ? {} : { externalReferences: [{ type: 'website', url: item.homepage }] }),
  }
}

function licenseOf(license: string) {
  return /\s(OR|AND|WITH)\s/.test(license) ? { expression: license } : { license: { id: license } }
}

// purl: the @ of a scope is percent-encoded.
function refOf({ name, version, from }: Package): string {
  return from ?? `pkg:npm/${name.replace('@', '%40')}@${version}`
}
