/** Writes the generated files into the repository. test/architecture/generated.test.ts fails when one is stale. */
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './compile.ts'
import { generatedFiles } from './generated-files.ts'
import { report } from './report.ts'

for (const [name, write] of Object.entries(generatedFiles)) {
  const path = join(root, name)
  mkdirSync(dirname(path), { recursive: true })
  await Bun.write(path, await write())
  report(name)
}
