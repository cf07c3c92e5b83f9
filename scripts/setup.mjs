/** Installs the packages, unless those of this lock file are installed already. Runs on plain Node: it brings the runtime. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const path = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url))
const digest = createHash('sha256')
for (const name of ['package.json', 'bun.lock']) digest.update(readFileSync(path(name)))
digest.update(`${process.platform} ${process.arch}`)
const wanted = digest.digest('hex')

const marker = path('node_modules/.installed')
const isInstalled = existsSync(marker) && readFileSync(marker, 'utf8') === wanted
if (!isInstalled) {
  rmSync(marker, { force: true })
  process.stderr.write('Installing packages. The first time this takes a minute and 1.1 GB.\n')
  const { devDependencies } = JSON.parse(readFileSync(path('package.json'), 'utf8'))
  const install = ['-y', `bun@${devDependencies.bun}`, 'install', '--frozen-lockfile', '--silent']
  const { status, error } = spawnSync('npx', install, {
    cwd: path('.'),
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (error !== undefined) throw error
  if (status !== 0) process.exit(status ?? 1)
  writeFileSync(marker, wanted)
}
