/** `npm run sdk` renews the generated files of the client libraries, as part of `bun scripts/generate.ts`. */
import { join } from 'node:path'
import { root } from '../compile.ts'
import { report } from '../report.ts'
import { clientFiles } from './files.ts'

for (const [name, write] of Object.entries(clientFiles)) {
  await Bun.write(join(root, name), await write())
  report(name)
}
