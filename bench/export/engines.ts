/**
 * `bun bench/export/engines.ts [EMAILS] [FIRST_SEED]`: random emails with random data, written for every target whose template engine can
 * run here, rendered by that engine, and compared with the rendering of the service, word by word. Vendor engines are
 * installed by `bun test/email/esp/vendor-engines/install.ts`.
 */
import { providers } from '../../src/email/esp/index.ts'
import { dialects, engines } from '../../test/email/esp/engines.ts'
import { type RenderAll, compareRandomEmails } from '../../test/email/esp/vendor-engines/compare.ts'
import { canRun, renderWith, vendorEngines } from '../../test/email/esp/vendor-engines/vendor-engines.ts'
import { printTable } from '../table.ts'

const emails = Number(process.argv[2] ?? 300)
const firstSeed = Number(process.argv[3] ?? 1)
const rows: string[][] = []

for (const engine of vendorEngines.filter(canRun))
  for (const id of engine.targets) compare(id, engine.name, (all) => renderWith(engine, all), engine.printable)

const names: Readonly<Record<string, string>> = {
  liquid: 'liquidjs',
  handlebars: 'handlebars.js',
  mustache: 'Mustachio, by its source',
}
for (const { condition, family, id } of providers.values()) {
  const engine = engines[family]
  const name = names[family]
  if (engine === undefined || name === undefined || condition === undefined || dialects.has(id)) continue
  compare(id, name, (all) =>
    all.map(({ data, template }) => {
      try {
        return { output: engine(template, data) }
      } catch (error) {
        return { error: String(error) }
      }
    }),
  )
}
printTable(['target', 'engine', 'emails', 'without loss', 'refused', 'different'], rows)

function compare(id: string, engine: string, renderAll: RenderAll, printable = (number: number) => number): void {
  const { compared, differences, errors } = compareRandomEmails(id, renderAll, { emails, firstSeed, printable })
  for (const one of [...errors, ...differences].slice(0, 2)) console.error(one)
  rows.push([`\`${id}\``, engine, emails, compared, errors.length, differences.length].map(String))
}
