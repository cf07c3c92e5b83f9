/** `bun openapi-typescript.ts openapi.json api.d.ts`: the declarations of openapi-typescript under its own defaults. */
import { plugin } from 'bun'

// The generator prints with the compiler API of TypeScript 5; the compiler of this repository has none.
plugin({
  name: 'typescript-5',
  setup(build) {
    build.module('typescript', async () => ({ exports: await import('typescript-5'), loader: 'object' }))
  },
})

const [input = '', output = ''] = process.argv.slice(2)
const { default: generate, astToString } = await import('openapi-typescript')
await Bun.write(output, astToString(await generate(await Bun.file(input).json())))
