/** Builds dist/svc for this machine. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { compile, root } from './compile.ts'
import { writePublicFiles } from './public-files.ts'
import { report } from './report.ts'

const started = performance.now()
await writePublicFiles()
const outfile = join(root, 'dist/svc')
await compile({ outfile })
const megabytes = (statSync(outfile).size / 1e6).toFixed(1)
report(`dist/svc: ${megabytes} MB in ${((performance.now() - started) / 1000).toFixed(1)} s`)
