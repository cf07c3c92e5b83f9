/** `npm run bench` runs every benchmark, `npm run bench -- NAME` one. Each prints its figures beside its peer's. */
import { existsSync, readdirSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'

const names = readdirSync(import.meta.dir, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)
  // Some rooms hold comparisons that want arguments, and are called by themselves.
  .filter((name) => existsSync(`${import.meta.dir}/${name}/bench.ts`))
  .sort()
const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !names.includes(name))
if (unknown.length > 0) {
  console.error(`No benchmark named ${unknown.join(', ')}. There are: ${names.join(', ')}.`)
  process.exit(2)
}

console.log(`${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Bun ${Bun.version}\n`)
for (const name of wanted.length > 0 ? wanted : names) {
  console.log(`## ${name}\n`)
  const child = Bun.spawnSync([process.execPath, `${import.meta.dir}/${name}/bench.ts`], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (child.exitCode !== 0) process.exit(child.exitCode ?? 1)
  console.log('')
}
