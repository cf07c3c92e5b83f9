/** The compilers of frameworks that have their own, as plugins of the bundler. */
// @ts-expect-error It has no types of its own.
import { transformAsync } from '@babel/core'
import type { BunPlugin } from 'bun'
// @ts-expect-error It has no types.
import solid from 'babel-preset-solid'
import { compile } from 'svelte/compiler'

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
      const compiled = (await transformAsync(await Bun.file(path).text(), options)) as { code: string }
      return { contents: compiled.code, loader: 'js' }
    })
  },
}
