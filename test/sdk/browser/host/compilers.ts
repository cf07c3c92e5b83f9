/** The compilers of frameworks that have their own, as plugins of the bundler. */
import { createRequire } from 'node:module'
import type { BunPlugin } from 'bun'
import { compile } from 'svelte/compiler'

// Neither package has types.
const load = createRequire(import.meta.url)
const { transformSync } = load('@babel/core') as { transformSync(text: string, options: object): { code: string } }
const solid: unknown = load('babel-preset-solid')

export const svelteCompiler: BunPlugin = {
  name: 'svelte',
  setup(build) {
    build.onLoad({ filter: /\.svelte$/ }, async ({ path }) => {
      const { js, warnings } = compile(await Bun.file(path).text(), { generate: 'client', filename: path })
      if (warnings.length > 0) throw new Error(warnings.map(({ message }) => message).join('\n'))
      return { contents: js.code, loader: 'js' }
    })
  },
}

export const solidCompiler: BunPlugin = {
  name: 'solid',
  setup(build) {
    build.onLoad({ filter: /\.jsx$/ }, async ({ path }) => {
      const options = { presets: [solid], filename: path, babelrc: false, configFile: false }
      return { contents: transformSync(await Bun.file(path).text(), options).code, loader: 'js' }
    })
  },
}
