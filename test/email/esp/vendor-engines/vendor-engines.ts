/**
 * Template engines that ESPs run, at pinned versions, as programs that render JSON lines. They are installed in a cache outside
 * of the repository by `bun test/email/esp/vendor-engines/install.ts`; nothing is fetched by tests.
 */
import { join } from 'node:path'
import { providers } from '../../../../src/email/esp/index.ts'
import { type Installation, isInstalled, toolsOf } from '../../../../scripts/contract/generators.ts'
import { isAvailable } from '../../../support/missing.ts'
import { dialects, spellLiquid } from '../engines.ts'

export interface VendorEngine extends Installation {
  /** Programs that have to be on the machine. */
  needs: readonly string[]
  /** `{tools}` is the folder of the installation. */
  command: readonly string[]
  targets: readonly string[]
  /** What the ESP does with a template before its engine reads it. */
  spell?(template: string): string
  /** The nearest number that the engine prints as others do. */
  printable?(number: number): number
}

const here = import.meta.dir
const python = {
  needs: ['python3'],
  install: [
    ['python3', '-m', 'venv', 'python'],
    ['python/bin/pip', 'install', '--quiet', 'django==5.2.8', 'jinja2==3.1.6'],
  ],
}
const go = { needs: ['go'], install: [['go', 'build', '-C', join(here, 'go'), '-o', '{tools}/engines', '.']] }
const java = {
  needs: ['java', 'javac', 'mvn'],
  install: [
    ['cp', join(here, 'java/pom.xml'), 'pom.xml'],
    ['mvn', '--quiet', '--batch-mode', 'dependency:copy-dependencies', '-DoutputDirectory=lib'],
    ['javac', '-cp', 'lib/*', '-d', 'classes', join(here, 'java/VendorEngines.java')],
  ],
}
const pythonEngines = ['{tools}/python/bin/python', join(here, 'engines.py')]
const javaEngines = ['java', '-cp', '{tools}/classes:{tools}/lib/*', 'VendorEngines']

export const vendorEngines: readonly VendorEngine[] = [
  { name: 'Django 5.2.8', ...python, command: [...pythonEngines, 'django'], targets: ['klaviyo', 'buttondown'] },
  {
    name: 'Jinja2 3.1.6',
    ...python,
    command: [...pythonEngines, 'jinja2'],
    targets: ['moengage', 'bloomreach', 'sendwithus', 'frappe-erpnext'],
  },
  { name: 'Jinjava 2.7.4', ...java, command: [...javaEngines, 'jinjava'], targets: ['hubspot'] },
  // It prints six decimals.
  { name: 'pongo2 6.0.0', ...go, command: ['{tools}/engines', 'pongo2'], targets: ['brevo'], printable: Math.trunc },
  { name: 'raymond 2.0.48', ...go, command: ['{tools}/engines', 'raymond'], targets: ['mailgun'] },
  {
    name: 'Go with Sprig 3.3.0',
    ...go,
    command: ['{tools}/engines'],
    targets: ['listmonk', 'supabase-auth'],
    // From a million on it prints an exponent (docs/export.md).
    printable: (number) => Math.min(number, 999_999),
  },
  {
    name: 'Ruby Liquid',
    needs: ['ruby'],
    // Of the package ruby-liquid.
    install: [['ruby', '-r', 'liquid', '-e', '0']],
    command: ['ruby', join(here, 'liquid.rb')],
    spell: spellLiquid,
    targets: [...providers.values()]
      .filter(({ condition, family, id }) => family === 'liquid' && condition !== undefined && !dialects.has(id))
      .map(({ id }) => id),
  },
  {
    name: 'Twig',
    needs: ['php'],
    // Of the package php-twig.
    install: [['php', '-r', "require '/usr/share/php/Twig/autoload.php';"]],
    command: ['php', join(here, 'php.php'), 'twig'],
    targets: ['mailersend', 'emarsys'],
  },
  {
    name: 'Smarty 4',
    needs: ['php'],
    // Of the package smarty4.
    install: [['php', '-r', "require '/usr/share/php/smarty4/bootstrap.php';"]],
    command: ['php', join(here, 'php.php'), 'smarty'],
    targets: ['cordial', 'sharpspring'],
  },
  {
    name: 'Template Toolkit',
    needs: ['perl'],
    // Of the package libtemplate-perl.
    install: [['perl', '-MTemplate', '-e', '0']],
    command: ['perl', join(here, 'template-toolkit.pl')],
    targets: ['sendsay'],
  },
  { name: 'FreeMarker 2.3.33', ...java, command: [...javaEngines, 'freemarker'], targets: ['responsys'] },
]

export function canRun(engine: VendorEngine): boolean {
  return isAvailable(engine.name, isInstalled(engine), 'bun test/email/esp/vendor-engines/install.ts')
}

/** Renders all templates in one process; the result of one that the engine refuses is its error. */
export function renderWith(
  engine: VendorEngine,
  requests: readonly { template: string; data: Record<string, unknown> }[],
): { output?: string; error?: string }[] {
  const tools = toolsOf(engine)
  const { spell = (template: string) => template } = engine
  const lines = requests
    .map(({ data, template }) => `${JSON.stringify({ data, template: spell(template) })}\n`)
    .join('')
  const { stdout, stderr } = Bun.spawnSync(
    engine.command.map((word) => word.replaceAll('{tools}', tools)),
    { stdin: Buffer.from(lines), stdout: 'pipe', stderr: 'pipe' },
  )
  const results = stdout.toString().trim().split('\n')
  if (results.length !== requests.length) throw new Error(`${engine.name} ended early: ${stderr.toString()}`)
  return results.map((line) => JSON.parse(line) as { output?: string; error?: string })
}
